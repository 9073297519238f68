// The gallery: filters, full-text search and order, kept in the address so that they can be shared.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const list = byId("cards"), cards = [...list.children];
  const boxes = [...document.querySelectorAll("input[data-facet]")];
  const search = byId("search"), sort = byId("sort"), shown = byId("shown");
  const clear = byId("clear"), ticked = byId("ticked"), filters = byId("filters");
  const known = cards.map((card, place) => ({
    card, place, values: new Set(card.dataset.k.split(" ")),
    slug: card.querySelector("a").getAttribute("href").split("/")[1],
    title: card.querySelector("h2").textContent, changed: Number(card.dataset.c),
    // How far from even, and how many turns; cards without a result come last.
    uneven: "b" in card.dataset ? Math.abs(card.dataset.b - 0.5) : Infinity,
    turns: "t" in card.dataset ? Number(card.dataset.t) : Infinity,
    rating: "r" in card.dataset ? Number(card.dataset.r) : -Infinity,
    time: Number(card.dataset.m), rules: Number(card.dataset.g),
  }));
  let texts = null; // of all cards in their first order, once somebody searches

  // Small letters without accents, as the texts are.
  const plain = (words) => words.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

  const wanted = () => plain(search.value).split('"')
    .flatMap((part, number) => number % 2 ? [part] : part.split(/\s+/))
    .map((word) => word.trim()).filter(Boolean);

  function load() {
    if (texts || document.querySelector("script[data-texts]")) return;
    const script = document.createElement("script");
    script.src = "assets/search.js";
    script.dataset.texts = "";
    document.head.append(script);
  }
  window.m44Search = (found) => { texts = found; show(); };

  function chosen() {
    const facets = new Map();
    for (const box of boxes) {
      if (!box.checked) continue;
      if (!facets.has(box.dataset.facet)) facets.set(box.dataset.facet, []);
      facets.get(box.dataset.facet).push(box.value);
    }
    return facets;
  }

  function show() {
    const facets = [...chosen().values()], words = wanted();
    let number = 0;
    for (const { card, place, values, title } of known) {
      const text = texts ? texts[place] : plain(title);
      const fits = facets.every((any) => any.some((value) => values.has(value)))
        && words.every((word) => text.includes(word));
      card.hidden = !fits;
      number += fits;
    }
    shown.textContent = shown.dataset.said.replace("{shown}", number).replace("{all}", known.length);
    byId("nothing").hidden = number > 0;
    const count = boxes.filter((box) => box.checked).length;
    if (clear) {
      clear.hidden = !count && !search.value;
      ticked.textContent = count ? `(${count})` : "";
    }
  }

  const language = document.documentElement.lang;
  const rising = (a, b) => a === b ? 0 : a < b ? -1 : 1; // a difference of infinities is no number
  const ORDERS = {
    date: (a, b) => a.place - b.place,
    title: (a, b) => a.title.localeCompare(b.title, language, { numeric: true }) || a.place - b.place,
    changed: (a, b) => b.changed - a.changed || a.place - b.place,
    balance: (a, b) => rising(a.uneven, b.uneven) || a.place - b.place,
    turns: (a, b) => rising(a.turns, b.turns) || a.place - b.place,
    rating: (a, b) => rising(b.rating, a.rating) || a.place - b.place,
    time: (a, b) => rising(a.time, b.time) || a.place - b.place,
    rules: (a, b) => rising(a.rules, b.rules) || a.place - b.place,
  };
  function order() {
    list.append(...[...known].sort(ORDERS[sort.value] || ORDERS.date).map((one) => one.card));
  }

  function remember() {
    const said = new URLSearchParams();
    for (const box of boxes) if (box.checked) said.append(box.dataset.facet, box.dataset.value);
    if (search.value) said.set("q", search.value);
    if (sort.value !== "date") said.set("sort", sort.value);
    try { history.replaceState(null, "", `#${said}`); } catch { /* some browsers refuse it for files */ }
  }

  function recall() {
    const said = new URLSearchParams(location.hash.slice(1));
    for (const box of boxes) {
      box.checked = said.getAll(box.dataset.facet).includes(box.dataset.value);
      if (box.checked) box.closest("details").open = true;
    }
    search.value = said.get("q") || "";
    sort.value = said.get("sort");
    if (!sort.value) sort.value = "date"; // not an order of this gallery
    if (search.value) load();
    order();
    show();
  }

  search.addEventListener("focus", load);
  search.addEventListener("input", () => { load(); show(); remember(); });
  sort.addEventListener("change", () => { order(); remember(); });
  for (const box of boxes) box.addEventListener("change", () => { show(); remember(); });
  clear?.addEventListener("click", () => {
    for (const box of boxes) box.checked = false;
    search.value = "";
    show();
    remember();
    search.focus();
  });
  // Two cards are chosen to compare them.
  const picked = byId("picked"), pick = list.dataset.pick;
  let one = null;
  function choose(entry, button) {
    if (one && one !== entry) {
      location.href = `compare.html#a=${one.slug}&b=${entry.slug}`;
      return;
    }
    one = one ? null : entry;
    for (const each of list.querySelectorAll(".pick")) each.setAttribute("aria-pressed", String(each === button && Boolean(one)));
    picked.hidden = !one;
    const said = picked.firstElementChild;
    said.textContent = one ? said.dataset.said.replace("{title}", () => one.title) : "";
  }
  if (picked && pick && known.length > 1) {
    for (const entry of known) {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "pick", textContent: pick });
      button.setAttribute("aria-pressed", "false");
      button.setAttribute("aria-label", `${pick}: ${entry.title}`);
      button.addEventListener("click", () => choose(entry, button));
      entry.card.append(button);
    }
    picked.querySelector("button").addEventListener("click", () => {
      const button = list.querySelector('.pick[aria-pressed="true"]');
      if (one) choose(one, null);
      button?.focus();
    });
  }

  window.addEventListener("hashchange", recall);
  document.addEventListener("keydown", (event) => {
    const types = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key === "/" && !types && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      search.focus();
    }
  });
  if (filters && matchMedia("(max-width: 50rem)").matches) filters.open = false;
  recall();
})();
