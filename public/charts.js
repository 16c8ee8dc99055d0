// Charts follow the width they have: their own library looks only at that of the window.
import { onChange } from "/public/changes.js";

const widths = new WeakMap();
const observer = new ResizeObserver((seen) => {
  const changed = seen.filter(({ target, contentRect }) => widths.get(target) !== contentRect.width);
  for (const { target, contentRect } of changed) widths.set(target, contentRect.width);
  if (changed.length) dispatchEvent(new Event("resize"));
});

onChange(() => {
  for (const chart of document.querySelectorAll(".js-plotly-plot")) {
    if (!widths.has(chart.parentElement)) observer.observe(chart.parentElement);
  }
});
