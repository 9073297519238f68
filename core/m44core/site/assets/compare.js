// Two scenarios next to each other, from the rows of the table of all.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const rows = [...document.querySelectorAll("#all tbody tr")];
  if (rows.length < 2) return;
  const labels = [...document.querySelectorAll("#all thead th")].slice(1).map((head) => head.textContent);
  const bySlug = new Map(rows.map((row) => [row.dataset.s, row]));
  const first = byId("first"), second = byId("second");
  const make = (tag, said) => Object.assign(document.createElement(tag), said);

  const titles = rows.map((row) => [row.dataset.s, row.cells[0].textContent]);
  const language = document.documentElement.lang;
  titles.sort((a, b) => a[1].localeCompare(b[1], language, { numeric: true }));
  // The folder of its page tells a scenario from others with the same title.
  const uses = new Map();
  for (const [, title] of titles) uses.set(title, (uses.get(title) ?? 0) + 1);
  const options = titles.map(([value, title]) => ({ value, textContent: uses.get(title) > 1 ? `${title} (${value})` : title }));
  for (const list of [first, second]) list.append(...options.map((each) => make("option", each)));

  function shown(slug, board, head) {
    const row = bySlug.get(slug), link = row.querySelector("a");
    board.href = link.href;
    board.querySelector("img").src = `scenarios/${slug}/map.svg`;
    board.setAttribute("aria-label", link.textContent);
    head.replaceChildren(make("a", { href: link.href, lang: link.lang, textContent: link.textContent }));
    return [...row.cells].slice(1).map((cell) => cell.textContent);
  }
  function show() {
    const [, a, b] = document.querySelector("#pairs thead tr").cells;
    const left = shown(first.value, byId("first-board"), a), right = shown(second.value, byId("second-board"), b);
    byId("pairs").tBodies[0].replaceChildren(...labels.flatMap((label, number) => {
      if (!left[number] && !right[number]) return [];
      const row = make("tr", { className: left[number] === right[number] ? "" : "differs" });
      row.append(make("th", { scope: "row", textContent: label }));
      for (const said of [left, right]) row.append(make("td", { textContent: said[number] || "–" }));
      return [row];
    }));
  }
  function remember() {
    const said = new URLSearchParams({ a: first.value, b: second.value });
    try { history.replaceState(null, "", `#${said}`); } catch { /* some browsers refuse it for files */ }
  }
  function recall() {
    const said = new URLSearchParams(location.hash.slice(1));
    const [a, b] = [said.get("a"), said.get("b")];
    first.value = bySlug.has(a) ? a : rows[0].dataset.s;
    const other = rows.find((row) => row.dataset.s !== first.value);
    second.value = bySlug.has(b) ? b : other.dataset.s;
    show();
  }
  for (const list of [first, second]) list.addEventListener("change", () => { show(); remember(); });
  byId("swap").addEventListener("click", () => {
    [first.value, second.value] = [second.value, first.value];
    show();
    remember();
  });
  window.addEventListener("hashchange", recall);
  byId("both").hidden = false;
  byId("table").open = false;
  recall();
})();
