// What waits is kept for as long as it waits: past a reload, and for the next tab once its own is closed.
const STORE = "folio-queue:";
const TAB = "folio-tab";
const RUNNING = "folio-running";
const GONE_MS = 5000;

// A tab holds the lock of its name for as long as it is open. A reload is a new one, with a new name.
const before = sessionStorage.getItem(TAB);
const mine = Math.random().toString(36).slice(2);
sessionStorage.setItem(TAB, mine);
navigator.locks.request(STORE + mine, () => new Promise(() => {}));

export function keep(messages) {
  if (messages.length) localStorage.setItem(STORE + mine, JSON.stringify(messages));
  else localStorage.removeItem(STORE + mine);
}

function take(stored) {
  const text = localStorage.getItem(stored);
  localStorage.removeItem(stored);
  try {
    return JSON.parse(text) ?? [];
  } catch {
    return [];
  }
}

// Calls `adopt` with what waited in each tab that is no more.
export function takeUp(adopt) {
  for (const stored of Object.keys(localStorage).filter((name) => name.startsWith(STORE))) {
    // Before a reload this tab had another's name: its lock comes free any moment.
    const ifAvailable = stored !== STORE + before;
    navigator.locks.request(stored, { ifAvailable }, (lock) => lock && adopt(take(stored)));
  }
}

const conversation = () => document.documentElement.dataset.conversation;

// Keeps the id of the conversation in which a turn runs, for as long as it does.
export function keepRunning(runs) {
  if (runs) sessionStorage.setItem(RUNNING, conversation());
  else sessionStorage.removeItem(RUNNING);
}

// A conversation that goes on without its page, until the app can be told to stop it.
let abandoned = "";

export function stopAbandoned() {
  if (!abandoned || !conversation()) return;
  window.postMessage({ type: "folio-left", id: abandoned }, location.origin);
  if (sessionStorage.getItem(RUNNING) === abandoned) keepRunning(false);
  abandoned = "";
}

// Where this tab left a turn running when it was loaded anew, calls `tell` and has the turn stopped. A copy of a tab
// that is still open begins with what that one keeps, but has left nothing.
export function takeLeft(tell) {
  const left = sessionStorage.getItem(RUNNING);
  if (!left) return;
  const signal = AbortSignal.timeout(GONE_MS);
  const stop = () => {
    tell();
    abandoned = left;
    stopAbandoned();
  };
  navigator.locks.request(STORE + before, { signal }, stop).catch(() => keepRunning(false));
}
