// What is typed stays where the page puts another message box in the place of the one that it was typed into.
import { onChange } from "/public/changes.js";
import { box, write } from "/public/composer.js";
import { onMessageOut } from "/public/line.js";

let last = null;

function takeOver() {
  const now = box();
  if (!now || now === last) return;
  if (last?.value && !now.value) write(last.value);
  last = now;
}

onChange(takeOver);
onMessageOut(() => (last = null));
