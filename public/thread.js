// Which conversation the page shows: told by the server, kept in the address, and told to a server that has forgotten.
let here = "";

// Greeted as if new, with a conversation on the screen: the app was restarted, or the connection was lost for long.
// One that is lost is not asked for again.
export const isForgotten = (id, isLost) => !id && !isLost && here !== "" && document.querySelector(".step") !== null;

// The page does so itself where its list of conversations is on the screen.
function nameInAddress() {
  if (location.pathname !== "/" || document.querySelector("#thread-history")) return;
  history.replaceState(history.state, "", `/thread/${here}`);
}

function takeIn({ id, isLost }) {
  if (isForgotten(id, isLost)) {
    window.postMessage({ type: "folio-shows", id: here }, location.origin);
    return;
  }
  here = id;
  if (here) nameInAddress();
}

addEventListener("message", ({ origin, data }) => {
  if (origin === location.origin && data?.type === "folio-here") takeIn(data);
});
