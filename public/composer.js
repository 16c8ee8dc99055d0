// The message box: what is in it, with the command before it, and what is written into it as if it were typed.
const TAG = "[id^='command-'].command-button";

export const box = () => document.querySelector("#chat-input");
export const submit = () => document.querySelector("#chat-submit:not([disabled])");
export const running = () => document.querySelector("#stop-button") !== null;

// The command that was picked for what is in the box, "" without one.
export const command = () => document.querySelector(TAG)?.id.slice("command-".length) ?? "";

// The page listens for the event, not for the value.
export function write(text, caret = text.length) {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value").set.call(box(), text);
  box().setSelectionRange(caret, caret);
  box().dispatchEvent(new Event("input", { bubbles: true }));
}

// Empties the box; gives what was in it as one text, in which a command is written out, as one may also type it.
export function takeOut() {
  const text = command() ? `/${command()} ${box().value}`.trimEnd() : box().value;
  document.querySelector(`${TAG}:not([disabled])`)?.click();
  write("");
  return text;
}

// The command that Enter or a click would pick from the list in the composer.
export const offered = (row = document.querySelector("#message-composer .command-item.bg-accent")) =>
  row?.querySelector(".font-medium")?.textContent ?? "";
