// A scenario: the language of its texts, and its components against the boxes somebody owns.
"use strict";
(() => {
  const kept = {
    get(key) { try { return JSON.parse(localStorage.getItem(key)); } catch { return null; } },
    set(key, value) { try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* private */ } },
  };

  // Texts: one language at a time; the one chosen last, or the reader's, where there is one.
  const buttons = [...document.querySelectorAll(".languages button")];
  function speak(code) {
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.language === code));
    for (const text of document.querySelectorAll("article.text")) text.hidden = text.dataset.language !== code;
  }
  if (buttons.length) {
    const codes = buttons.map((button) => button.dataset.language);
    const wished = [kept.get("m44-language"), document.documentElement.lang, ...navigator.languages];
    const found = wished.flatMap((tag) => tag ? [tag, tag.split("-")[0]] : []).find((tag) => codes.includes(tag));
    speak(found || codes[0]);
    for (const button of buttons) {
      button.addEventListener("click", () => {
        speak(button.dataset.language);
        kept.set("m44-language", button.dataset.language);
      });
    }
  }

  // Components: what so many base boxes hold, and which other boxes are owned.
  const base = document.getElementById("base-boxes"), said = document.getElementById("bill-said");
  const owned = kept.get("m44-boxes") || {};
  const others = [...document.querySelectorAll("input[data-box]")];
  function count() {
    const number = Math.min(4, Math.max(0, Math.floor(Number(base.value)) || 0));
    let missing = false;
    for (const row of document.querySelectorAll("tr[data-needed]")) {
      const there = Number(row.dataset.there) * number, lacks = Number(row.dataset.needed) > there;
      row.querySelector(".there").textContent = there;
      row.classList.toggle("lacks", lacks);
      missing ||= lacks;
    }
    for (const box of others) {
      box.closest("li").classList.toggle("lacks", !box.checked);
      missing ||= !box.checked;
    }
    said.textContent = missing ? said.dataset.some : said.dataset.all;
  }
  function keep() {
    owned.base = base.value;
    for (const box of others) owned[`box ${box.dataset.box}`] = box.checked;
    kept.set("m44-boxes", owned);
    count();
  }
  if (owned.base !== undefined) base.value = owned.base;
  for (const box of others) box.checked = Boolean(owned[`box ${box.dataset.box}`]);
  base.addEventListener("input", keep);
  for (const box of others) box.addEventListener("change", keep);
  count();
})();
