// Who has answered a question sees what comes of it: the page goes on to the end, unless they move up meanwhile.
// Whoever moves up stays there, however fast the answer comes.
import { onChange } from "/public/changes.js";
import { running } from "/public/composer.js";

const SETTLES_MS = 1000;
const LOOKS_MS = 50;
const UP = ["ArrowUp", "PageUp", "Home"];
let follows = false;

// What scrolls, and the page's own button to its end.
export const room = () => document.querySelector(".step")?.closest(".overflow-y-auto");
export const way = () => document.querySelector("button:has(> .lucide-arrow-down)");

// The page shows the way to its end only where it does not follow by itself. It does again once it is there.
function goToEnd() {
  const shown = way() && room();
  if (shown) shown.scrollTop = shown.scrollHeight;
}

function follow() {
  if (!follows) return;
  goToEnd();
  // The last of an answer comes after the turn is over.
  if (!running()) setTimeout(() => (follows = follows && running()), SETTLES_MS);
}

// There is nothing to go to where only room follows.
function showWay() {
  const shown = way() && room();
  if (!shown) return;
  const last = [...document.querySelectorAll(".step")].at(-1);
  way().toggleAttribute("data-all-seen", last.getBoundingClientRect().bottom <= shown.getBoundingClientRect().bottom);
}

// From its own glide to a message on, the page takes no notice of whoever moves up until nothing has moved for 100 ms:
// in an answer that streams, not before its end. So nothing moves the room until the page shows that it has noticed.
function stay() {
  follows = false;
  const held = room();
  if (!held || way() || Object.hasOwn(held, "scrollTop")) return;
  const { get } = Object.getOwnPropertyDescriptor(Element.prototype, "scrollTop");
  Object.defineProperty(held, "scrollTop", { configurable: true, get, set: () => {} });
  const isAtEnd = () => held.scrollTop + held.clientHeight >= held.scrollHeight - 10;
  const began = performance.now();
  const look = setInterval(() => {
    const isOver = way() || !held.isConnected || (isAtEnd() && performance.now() - began > SETTLES_MS);
    if (isOver) {
      clearInterval(look);
      delete held.scrollTop;
    }
    held.dispatchEvent(new Event("scroll"));
  }, LOOKS_MS);
}

document.addEventListener("click", ({ target }) => {
  if (target.closest(".folio-choices button")) follows = true;
});
addEventListener("wheel", ({ deltaY }) => deltaY < 0 && stay(), { passive: true });
addEventListener("touchmove", stay, { passive: true });
addEventListener("keydown", ({ key, target }) => UP.includes(key) && target.id !== "chat-input" && stay());
addEventListener("scroll", showWay, { capture: true, passive: true });
onChange(follow);
onChange(showWay);
