// What Chainlit's dialogs leave to be wished: Enter renames a conversation, Reset puts the app's own settings into the form.
const NEW_NAME = "[role='dialog'] input#name";
const RESET = "#chat-settings div:has(> #confirm) > button:first-child";

addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || event.keyCode === 229 || !event.target.matches?.(NEW_NAME)) return;
  event.preventDefault();
  event.target.closest("[role='dialog']").querySelector("div:has(> input#name) + div > button:last-child")?.click();
});

// Its own way back leads to what is saved, as Cancel does. Nothing is changed before the form is confirmed.
addEventListener(
  "click",
  (event) => {
    if (!event.target.closest?.(RESET)) return;
    event.preventDefault();
    event.stopPropagation();
    window.postMessage({ type: "folio-defaults" }, location.origin);
  },
  true,
);
