// The wish to stop what runs: kept until the app has heard it, and told again whenever there is a line again.
import { onChange } from "/public/changes.js";
import { running } from "/public/composer.js";
import { onMessageOut } from "/public/line.js";

const WISH = "folio-stop";

// What runs, by the message that asked for it, and since when it is to stop.
let turn = "";
let since = 0;

const isWished = () => turn !== "" && sessionStorage.getItem(WISH) === turn;
// The page's own button would go at once, as if all were done.
export const stoppingMs = () => (isWished() && running() ? Date.now() - since : 0);

function tell() {
  window.postMessage({ type: "folio-stop", id: turn }, location.origin);
}

function pressed(event) {
  if (!event.target.closest("#stop-button")) return;
  event.preventDefault();
  event.stopPropagation();
  if (!isWished()) since = Date.now();
  sessionStorage.setItem(WISH, turn);
  tell();
  show();
}

// A wish from before it was known what runs means that.
function placed(runs) {
  turn = runs ?? "";
  if (sessionStorage.getItem(WISH) === "") sessionStorage.setItem(WISH, turn);
  since ||= Date.now();
  if (isWished()) tell();
  show();
}

function show() {
  document.querySelector("#stop-button")?.toggleAttribute("data-stopping", isWished());
}

addEventListener("message", ({ origin, data }) => {
  if (origin === location.origin && data?.type === "folio-here") placed(data.turn);
});
document.addEventListener("click", pressed, true);
onMessageOut(({ id }) => (turn = id));
onChange(show);
