// Which conversation the page shows: told by the server, kept in the address, and told to a server that has forgotten.
let here = "";

// The page does so itself where its list of conversations is on the screen.
function nameInAddress() {
  if (location.pathname !== "/" || document.querySelector("#thread-history")) return;
  history.replaceState(history.state, "", `/thread/${here}`);
}

function takeIn(id) {
  // Greeted as if new, with a conversation on the screen: the app was restarted, or the connection was lost for long.
  if (!id && here && document.querySelector(".step")) {
    window.postMessage({ type: "folio-shows", id: here }, location.origin);
    return;
  }
  here = id;
  if (here) nameInAddress();
}

addEventListener("message", ({ origin, data }) => {
  if (origin === location.origin && data?.type === "folio-here") takeIn(data.id);
});
