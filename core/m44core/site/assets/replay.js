// A recorded game on the map: frame by frame, with its log.
"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg", PACE = 1200; // milliseconds a frame
  const layer = document.getElementById("pieces"), picture = document.getElementById("picture");
  let waiting = null, count = 0;

  window.m44Game = (game) => { waiting?.(game); waiting = null; };

  function load(box) {
    box.querySelector(".load").disabled = true;
    waiting = (game) => begin(box, game, `game-${++count}`);
    document.head.append(Object.assign(document.createElement("script"), { src: box.dataset.game }));
  }

  function drawn(source, name) {
    const made = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
    for (const one of made.querySelectorAll("[id]")) one.id = `${name}-${one.id}`;
    for (const one of made.querySelectorAll("*")) {
      for (const { name: key, value } of [...one.attributes]) {
        if (key === "xlink:href") one.setAttribute("href", value.replace("#", `#${name}-`));
        else if (value.startsWith("url(#")) one.setAttribute(key, value.replace("#", `#${name}-`));
      }
    }
    [...made.lastElementChild.children].forEach((piece, number) => {
      const group = document.createElementNS(SVG, "g");
      piece.replaceWith(group);
      group.append(piece);
      group.id = `${name}-piece-${number + 1}`;
    });
    made.setAttribute("class", "store");
    made.setAttribute("aria-hidden", "true");
    document.body.append(document.importNode(made, true));
  }

  function begin(box, game, name) {
    drawn(game.pieces, name);
    const positions = [], log = box.querySelector(".log"), slider = box.querySelector("input[type=range]");
    let on = game.start;
    for (const frame of game.frames) positions.push(on = { ...on, ...frame.set });
    const output = box.querySelector("output"), play = box.querySelector('[data-do="play"]');
    let at = 0, timer = 0;
    box.querySelector(".load").hidden = true;
    box.querySelector(".player").hidden = false;
    box.querySelector(".who").textContent = Object.values(game.players).filter(Boolean).join(" – ");
    slider.max = game.frames.length - 1;

    const reasons = box.querySelector(".reasons input");
    reasons.closest("label").hidden = !game.reasons;
    function lines(frame) {
      const made = frame.said.map((line) => Object.assign(document.createElement("li"), { textContent: line }));
      if (frame.why && reasons.checked && made.length) {
        made[0].append(Object.assign(document.createElement("small"), { className: "reason", textContent: frame.why }));
      }
      return made;
    }
    function show(to) {
      at = Math.min(game.frames.length - 1, Math.max(0, to));
      picture.src = "board.svg";
      const hexes = window.m44Map.hexes, changed = game.frames[at].set, uses = [];
      for (const [place, number] of Object.entries(positions[at])) {
        const { x, y } = hexes[place];
        if (place in changed) {
          const mark = document.createElementNS(SVG, "circle");
          for (const [key, value] of [["cx", x], ["cy", y], ["r", 50], ["class", "changed"]]) mark.setAttribute(key, value);
          uses.push(mark);
        }
        if (!number) continue;
        const use = document.createElementNS(SVG, "use");
        use.setAttribute("href", `#${name}-piece-${number}`);
        use.setAttribute("transform", `translate(${x} ${y})`);
        uses.push(use);
      }
      layer.replaceChildren(...uses);
      slider.value = at;
      output.textContent = output.dataset.said.replace("{step}", at).replace("{all}", game.frames.length - 1);
      log.firstElementChild.replaceChildren(...game.frames.slice(Math.max(0, at - 12), at + 1).flatMap(lines));
      log.scrollTop = log.scrollHeight;
    }
    function stop() {
      clearInterval(timer);
      timer = 0;
      play.textContent = play.dataset.play;
    }
    function start() {
      if (at === game.frames.length - 1) show(0);
      timer = setInterval(() => at < game.frames.length - 1 ? show(at + 1) : stop(), PACE);
      play.textContent = play.dataset.pause;
    }
    const turn = () => game.frames.findIndex((frame, number) => number > at && frame.turn);
    const DO = {
      back: () => { stop(); show(at - 1); },
      next: () => { stop(); show(at + 1); },
      turn: () => { stop(); const next = turn(); show(next < 0 ? game.frames.length - 1 : next); },
      play: () => timer ? stop() : start(),
    };
    for (const button of box.querySelectorAll("[data-do]")) button.addEventListener("click", DO[button.dataset.do]);
    reasons.addEventListener("change", () => show(at));
    slider.addEventListener("input", () => { stop(); show(Number(slider.value)); });
    show(0);
    play.focus();
  }

  for (const box of document.querySelectorAll(".replay")) {
    box.querySelector(".load").addEventListener("click", () => load(box));
  }
})();
