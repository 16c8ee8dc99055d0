// Whenever the page has changed: each act once a frame, however much it was. An act changes only what is not yet as it
// should be: otherwise it would wake itself for ever.
const acts = [];
let waiting = false;

function run() {
  waiting = false;
  for (const act of acts) act();
}

function wake() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(run);
}

export function onChange(act) {
  acts.push(act);
  wake();
}

new MutationObserver(wake).observe(document.body, { childList: true, subtree: true, attributeFilter: ["class"] });
