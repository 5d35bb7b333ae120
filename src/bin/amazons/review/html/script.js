// Comfort only: without this the page works by its links. Here they change the board without moving the page, arrow
// keys walk through the game, and the move at hand is marked in the list and on the curve.
"use strict";
(() => {
  const sections = [...document.querySelectorAll(".ply")];
  const live = document.querySelector(".live");
  const list = document.querySelector(".moves");
  const plyOf = (hash) => (/^#p\d+$/.test(hash) ? Number(hash.slice(2)) : NaN);
  let shown = -1;

  const show = (ply, speak) => {
    if (!sections[ply] || ply === shown) return;
    shown = ply;
    sections.forEach((section, index) => section.classList.toggle("shown", index === ply));
    for (const link of document.querySelectorAll("nav a, .curve a")) {
      const here = plyOf(link.getAttribute("href")) === ply;
      if (link.closest(".curve")) link.classList.toggle("here", here);
      else if (here) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    }
    const current = list.querySelector("[aria-current]");
    if (current && list.scrollHeight > list.clientHeight) {
      const middle = current.offsetTop - list.offsetTop - list.clientHeight / 2;
      list.scrollTop = middle;
    }
    if (speak) live.textContent = sections[ply].querySelector("h2").textContent;
  };

  const go = (ply) => {
    if (!sections[ply]) return;
    history.replaceState(null, "", `#p${ply}`);
    show(ply, true);
  };

  document.documentElement.classList.add("js");
  const asked = plyOf(location.hash);
  show(sections[asked] ? asked : sections.findIndex((section) => section.classList.contains("opening")), false);

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    const ply = link ? plyOf(link.getAttribute("href")) : NaN;
    if (Number.isNaN(ply) || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const step = link.closest(".steps") && link.getAttribute("aria-label");
    go(ply);
    // The link that was used is hidden now: its fellow in the new section takes the focus.
    if (step) {
      const steps = sections[shown].querySelector(".steps");
      (steps.querySelector(`[aria-label="${step}"]`) || steps.querySelector("a"))?.focus({ preventScroll: true });
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("pre")) return;
    const to = { ArrowLeft: shown - 1, ArrowRight: shown + 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  });
  addEventListener("hashchange", () => show(plyOf(location.hash), true));
})();
