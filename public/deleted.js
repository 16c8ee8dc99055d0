// The conversation on the page was deleted somewhere else: a new one begins here, with what was not said yet.
import { onChange } from "/public/changes.js";
import { box, takeOut, write } from "/public/composer.js";
import { beginAnew, conversation } from "/public/kept.js";
import { all, hold } from "/public/waiting.js";

const DRAFT = "folio-draft";
const SHOWN_MS = 15_000;

let draft = sessionStorage.getItem(DRAFT);
sessionStorage.removeItem(DRAFT);
const until = draft === null ? 0 : Date.now() + SHOWN_MS;
let isLeaving = false;

export const hasBegunAnew = () => Date.now() < until;

function leave(id) {
  if (isLeaving || id !== conversation()) return;
  isLeaving = true;
  hold();
  beginAnew(all().map((message) => ({ ...message, state: "held" })));
  sessionStorage.setItem(DRAFT, box() ? takeOut() : "");
  location.assign("/");
}

function takeUp() {
  if (!draft || !box()) return;
  write(draft);
  draft = null;
}

addEventListener("message", ({ origin, data }) => {
  if (origin === location.origin && data?.type === "folio-deleted") leave(data.id);
});
onChange(takeUp);
