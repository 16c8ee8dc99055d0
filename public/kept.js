// What waits is kept with its conversation for as long as it waits: past a reload, and for the tab that shows it next.
const STORE = "folio-queue:";
const SHOWN = "folio-shown";

// Which conversation this tab showed before it was loaded anew.
let before = sessionStorage.getItem(SHOWN);
let shown = "";
let isOurs = false;
let leave = () => {};

export const conversation = () => shown;

export function keep(messages) {
  if (!isOurs) return;
  if (messages.length) localStorage.setItem(STORE + shown, JSON.stringify(messages));
  else localStorage.removeItem(STORE + shown);
}

function kept(id) {
  try {
    return JSON.parse(localStorage.getItem(STORE + id)) ?? [];
  } catch {
    return [];
  }
}

// Goes over to another conversation, "" for one that has not begun. Calls `adopt` with what waits there as soon as no
// other tab shows it, and whether it was this tab itself that left it there.
export function goOver(id, adopt) {
  leave();
  shown = id;
  isOurs = false;
  const isBack = before === id;
  before = "";
  sessionStorage.setItem(SHOWN, id);
  if (!id) return;
  const left = new AbortController();
  const gone = new Promise((done) => (leave = () => (left.abort(), done())));
  const hold = () => {
    isOurs = true;
    adopt(kept(id), isBack);
    return gone;
  };
  navigator.locks.request(STORE + id, { signal: left.signal }, hold).catch(() => {});
}
