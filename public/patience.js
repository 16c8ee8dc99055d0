// Who the person is, what the page is made of, the list of conversations, what a row or an answer is to show, and what
// became of an upload wait for an app that cannot be reached: the page would give them up for good, and without its
// person it would begin anew.
const AWAITED =
  /^\/(user|auth\/(config|header)|set-session-cookie|project\/(settings|translations|threads)|public\/elements\/[^/]+|folio\/(element\/.+|files\/upload\/outcome))$/;
const PAUSE_MS = 2000;
const ask = window.fetch;

// A proxy in between says so in words of its own.
const isAway = (answer) => answer === undefined || [502, 503, 504].includes(answer.status);
const pathOf = (asked) => new URL(asked.url ?? asked, location.href).pathname;

async function asLongAsItTakes(asked, given) {
  for (;;) {
    const answer = await ask(asked, given).catch((problem) => {
      if (given?.signal?.aborted) throw problem;
    });
    if (!isAway(answer)) return answer;
    await new Promise((on) => setTimeout(on, PAUSE_MS));
  }
}

// All tabs are signed out; those that did not ask for it leave what they show.
const tabs = new BroadcastChannel("folio-signed-out");
const forget = () => dispatchEvent(new Event("folio-signed-out"));
tabs.onmessage = () => {
  forget();
  location.assign("/login");
};

function signOut() {
  forget();
  tabs.postMessage("");
}

window.fetch = (asked, given) => {
  const path = pathOf(asked);
  if (path === "/logout") signOut();
  return (AWAITED.test(path) ? asLongAsItTakes : ask)(asked, given);
};
