// How much room there is above the message box for the list of commands, which opens there.
import { onChange } from "/public/changes.js";

const EDGE = 12;

function measure() {
  const list = document.querySelector("#message-composer [cmdk-list]");
  if (!list) return;
  const header = document.querySelector("#header")?.getBoundingClientRect().bottom ?? 0;
  const room = `${list.closest("#message-composer").getBoundingClientRect().top - header - EDGE}px`;
  if (list.style.getPropertyValue("--room") !== room) list.style.setProperty("--room", room);
}

onChange(measure);
addEventListener("resize", measure);
