// Which conversation the page shows: told by the server, kept in the address, and told to a server that has forgotten.
// The page names it itself where its list of conversations is on the screen, once it has that list: over a bad line late.
import { shownBefore } from "/public/kept.js";

const LIST_MS = 2000;
let here = "";

// Loaded anew before its address was named, the tab goes on with the conversation that it showed.
const isReload = performance.getEntriesByType("navigation")[0]?.type === "reload";
if (isReload && shownBefore && location.pathname === "/") location.replace(`/thread/${shownBefore}`);

// Greeted as if new, with a conversation on the screen: the app was restarted, or the connection was lost for long.
// One that is lost is not asked for again.
export const isForgotten = (id, isLost) => !id && !isLost && here !== "" && document.querySelector(".step") !== null;

function nameInAddress(id) {
  if (location.pathname !== "/" || id !== here || !document.querySelector(".step")) return;
  history.replaceState(history.state, "", `/thread/${id}`);
}

function takeIn({ id, isLost }) {
  if (isForgotten(id, isLost)) {
    window.postMessage({ type: "folio-shows", id: here }, location.origin);
    return;
  }
  here = id;
  if (here) setTimeout(nameInAddress, document.querySelector("#thread-history") ? LIST_MS : 0, here);
}

addEventListener("message", ({ origin, data }) => {
  if (origin === location.origin && data?.type === "folio-here") takeIn(data);
});
