// The map: zoom and pan by mouse, fingers and keys; a hex tells what lies on it.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const board = byId("board"), stage = byId("stage"), here = byId("here"), info = byId("hex-info");
  const { board: data, say } = JSON.parse(byId("data").textContent);
  const [wide, high] = data.hex, MOST = 8, STEP = 1.5;
  const hexes = data.hexes.map(([name, col, row, x, y, ...lines]) => ({ name, col, row, x, y, lines }));
  const byPlace = new Map(hexes.map((hex) => [`${hex.col},${hex.row}`, hex]));
  const byName = new Map(hexes.map((hex) => [hex.name, hex]));
  let scale = 1, left = 0, top = 0, chosen = null, kept = false;

  board.classList.add("live");
  board.style.aspectRatio = `${data.width} / ${data.height}`;

  function place() {
    const { clientWidth: width, clientHeight: height } = board;
    scale = Math.min(MOST, Math.max(1, scale));
    left = Math.min(0, Math.max(width * (1 - scale), left));
    top = Math.min(0, Math.max(height * (1 - scale), top));
    stage.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
    board.classList.toggle("near", scale > 1);
    board.dataset.scale = scale.toFixed(2);
  }
  function zoom(to, x = board.clientWidth / 2, y = board.clientHeight / 2) {
    const next = Math.min(MOST, Math.max(1, to));
    left = x - (x - left) * next / scale;
    top = y - (y - top) * next / scale;
    scale = next;
    place();
  }
  const inBoard = (event) => {
    const frame = board.getBoundingClientRect();
    return [event.clientX - frame.left - board.clientLeft, event.clientY - frame.top - board.clientTop];
  };
  const unit = () => board.clientWidth / data.width; // pixels of a unit where nothing is zoomed

  function hexAt(x, y) {
    const u = (x - left) / scale / unit(), v = (y - top) / scale / unit();
    let best = null, least = high * high / 4;
    for (const hex of hexes) {
      const far = (hex.x - u) ** 2 + (hex.y - v) ** 2;
      if (far < least) [best, least] = [hex, far];
    }
    return best;
  }

  function outline({ x, y }) {
    const w = wide / 2, h = high / 2;
    return `M${x} ${y - h}l${w} ${h / 2}v${h}l${-w} ${h / 2}l${-w} ${-h / 2}v${-h}z`;
  }

  function choose(hex) {
    if (hex === chosen) return;
    chosen = hex;
    here.setAttribute("d", hex ? outline(hex) : "");
    byId("hex-name").textContent = hex ? hex.name : say.no_hex;
    const lines = hex ? hex.lines.flatMap((number) => {
      const [name, does] = data.lines[number];
      const parts = [Object.assign(document.createElement("dt"), { textContent: name })];
      if (does) parts.push(Object.assign(document.createElement("dd"), { textContent: does }));
      return parts;
    }) : [];
    byId("hex-lines").replaceChildren(...lines);
    info.classList.toggle("told", Boolean(hex));
  }

  function bringIntoView({ x, y }) {
    const px = left + x * unit() * scale, py = top + y * unit() * scale, room = 40;
    if (px < room) left += room - px;
    if (px > board.clientWidth - room) left -= px - board.clientWidth + room;
    if (py < room) top += room - py;
    if (py > board.clientHeight - room) top -= py - board.clientHeight + room;
    place();
  }

  // Fingers and mouse: one drags, two pinch, a tap chooses.
  const fingers = new Map();
  let moved = 0, spread = 0;
  const middle = () => {
    const [a, b] = [...fingers.values()];
    return b ? [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, Math.hypot(a[0] - b[0], a[1] - b[1])] : [...a, 0];
  };
  board.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    fingers.set(event.pointerId, inBoard(event));
    moved = fingers.size > 1 ? 99 : 0;
    spread = middle()[2];
  });
  board.addEventListener("pointermove", (event) => {
    const at = inBoard(event);
    if (!fingers.has(event.pointerId)) {
      if (event.pointerType === "mouse" && !kept) choose(hexAt(...at));
      return;
    }
    const [x, y] = middle();
    fingers.set(event.pointerId, at);
    const [nx, ny, far] = middle();
    moved += Math.abs(nx - x) + Math.abs(ny - y);
    if (moved < 5) return;
    board.setPointerCapture(event.pointerId);
    left += nx - x;
    top += ny - y;
    if (spread && far) zoom(scale * far / spread, nx, ny);
    else place();
    spread = far;
  });
  const lift = (event) => {
    const was = fingers.delete(event.pointerId);
    spread = 0;
    if (was && event.type === "pointerup" && moved < 5) {
      const hex = hexAt(...inBoard(event));
      kept = hex !== null && !(kept && hex === chosen);
      choose(hex);
    }
  };
  board.addEventListener("pointerup", lift);
  board.addEventListener("pointercancel", lift);
  board.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "mouse" && !fingers.size && !kept) choose(null);
  });
  board.addEventListener("dblclick", (event) => zoom(scale * STEP, ...inBoard(event)));
  board.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoom(scale * Math.exp(-event.deltaY / 300), ...inBoard(event));
  }, { passive: false });

  // Keys: arrows go from hex to hex, zigzag up and down as the rows are shifted.
  const firstHex = () => hexes.reduce((a, b) => Math.hypot(a.x - data.width / 2, a.y - data.height / 2)
    <= Math.hypot(b.x - data.width / 2, b.y - data.height / 2) ? a : b);
  const at = (col, row) => byPlace.get(`${col},${row}`);
  function beside(hex, key) {
    if (!hex) return firstHex();
    const { col, row } = hex, side = row % 2 ? -1 : 1;
    switch (key) {
      case "ArrowLeft": return at(col - 2, row);
      case "ArrowRight": return at(col + 2, row);
      case "ArrowUp": return at(col + side, row - 1) || at(col - side, row - 1);
      default: return at(col + side, row + 1) || at(col - side, row + 1);
    }
  }
  board.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.startsWith("Arrow")) {
      const hex = beside(chosen, event.key);
      if (hex) { kept = true; choose(hex); bringIntoView(hex); }
    } else if (event.key === "+" || event.key === "=") zoom(scale * STEP, ...focus());
    else if (event.key === "-") zoom(scale / STEP, ...focus());
    else if (event.key === "0") zoom(1);
    else if (event.key === "Escape") { kept = false; choose(null); return; }
    else return;
    event.preventDefault();
  });
  function focus() {
    if (!chosen) return [];
    return [left + chosen.x * unit() * scale, top + chosen.y * unit() * scale];
  }

  for (const button of document.querySelectorAll("[data-zoom]")) {
    button.addEventListener("click", () => zoom({ in: scale * STEP, out: scale / STEP, fit: 1 }[button.dataset.zoom]));
  }
  for (const link of document.querySelectorAll("[data-hex]")) {
    link.addEventListener("click", (event) => {
      const hex = byName.get(link.dataset.hex);
      if (!hex) return;
      event.preventDefault();
      kept = true;
      choose(hex);
      bringIntoView(hex);
      board.focus({ preventScroll: true });
      byId("map").scrollIntoView({ block: "start", behavior: "auto" });
    });
  }
  new ResizeObserver(place).observe(board);
  place();
  window.m44Map = { hexes };
})();
