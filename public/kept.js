// What waits is kept with its conversation for as long as it waits: past a reload, and for the tab that shows it next.
// A conversation that has not begun is its tab's alone.
const STORE = "folio-queue:";
const SHOWN = "folio-shown";

// Which conversation this tab showed before it was loaded anew; null for one that was opened anew.
export const shownBefore = sessionStorage.getItem(SHOWN);
let before = shownBefore;
let shown = null;
let isOurs = false;
let early = [];
let leave = () => {};

// Null until the app has said so.
export const conversation = () => shown;

const storeOf = (id) => (id ? localStorage : sessionStorage);

function keepIn(id, messages) {
  try {
    if (messages.length) storeOf(id).setItem(STORE + id, JSON.stringify(messages));
    else storeOf(id).removeItem(STORE + id);
  } catch {
    // More than the browser has room for waits in this page alone.
  }
}

// Until the app has said so, the conversation is held for one that has not begun; what is left of that stays.
export function keep(messages) {
  if (isOurs) keepIn(shown, messages);
  if (shown === null) keepEarly(messages);
}

function keepEarly(messages) {
  const ids = [...early, ...messages].map(({ id }) => id);
  early = messages;
  keepIn("", [...kept("").filter(({ id }) => !ids.includes(id)), ...early]);
  if (sessionStorage.getItem(SHOWN) === null) sessionStorage.setItem(SHOWN, "");
}

function kept(id) {
  try {
    return JSON.parse(storeOf(id).getItem(STORE + id)) ?? [];
  } catch {
    return [];
  }
}

// Goes over to another conversation, "" for one that has not begun. Calls `adopt` with what waits there as soon as no
// other tab shows it, and whether it was this tab itself that left it there.
export function goOver(id, adopt) {
  if (id === shown) return;
  leave();
  if (shown === "") keepIn("", []);
  if (shown === null) keepEarly([]);
  shown = id;
  isOurs = false;
  const isBack = before === id;
  before = null;
  sessionStorage.setItem(SHOWN, id);
  const left = new AbortController();
  const gone = new Promise((done) => (leave = () => (left.abort(), done())));
  const hold = () => {
    isOurs = true;
    adopt(kept(id), isBack);
    return gone;
  };
  if (id) navigator.locks.request(STORE + id, { signal: left.signal }, hold).catch(() => {});
  else queueMicrotask(() => shown === "" && hold());
}

// The conversation of this tab is no more: what waits is for the one that begins when the page is loaded anew.
export function beginAnew(messages) {
  keepIn("", messages);
  keep([]);
  sessionStorage.setItem(SHOWN, "");
}

// Of what waits in any conversation, nothing is left for whoever uses this browser next.
export function forgetAll() {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage).filter((key) => key.startsWith(STORE))) storage.removeItem(key);
  }
}
