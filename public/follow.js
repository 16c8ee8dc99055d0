// Who has answered a question sees what comes of it: the page goes on to the end, unless they move up meanwhile.
import { onChange } from "/public/changes.js";
import { running } from "/public/composer.js";

const SETTLES_MS = 1000;
const UP = ["ArrowUp", "PageUp", "Home"];
let follows = false;

// The page shows the way to its end only where it does not follow by itself. It does again once it is there; its own
// button glides, and while it does the page takes no notice of whoever moves up.
function goToEnd() {
  const room = document.querySelector(".step")?.closest(".overflow-y-auto");
  if (room && document.querySelector("button > .lucide-arrow-down")) room.scrollTop = room.scrollHeight;
}

function follow() {
  if (!follows) return;
  goToEnd();
  // The last of an answer comes after the turn is over.
  if (!running()) setTimeout(() => (follows = follows && running()), SETTLES_MS);
}

// There is nothing to go to where only room follows.
function showWay() {
  const way = document.querySelector("button:has(> .lucide-arrow-down)");
  const last = way && [...document.querySelectorAll(".step")].at(-1);
  const room = last?.closest(".overflow-y-auto");
  if (room) way.toggleAttribute("data-all-seen", last.getBoundingClientRect().bottom <= room.getBoundingClientRect().bottom);
}

const stay = () => (follows = false);

document.addEventListener("click", ({ target }) => {
  if (target.closest(".folio-choices button")) follows = true;
});
addEventListener("wheel", ({ deltaY }) => deltaY < 0 && stay(), { passive: true });
addEventListener("touchmove", stay, { passive: true });
addEventListener("keydown", ({ key, target }) => UP.includes(key) && target.id !== "chat-input" && stay());
addEventListener("scroll", showWay, { capture: true, passive: true });
onChange(follow);
onChange(showWay);
