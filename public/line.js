// What the page says over its line to the app, seen as it goes out: whether it arrives only the app can tell.
const SAID = '42["client_message",';
const acts = [];

export const onMessageOut = (act) => acts.push(act);

function see(sent) {
  if (typeof sent !== "string") return;
  // Where the line is made of requests, one may take several along.
  for (const frame of sent.split("\x1e").filter((frame) => frame.startsWith(SAID))) {
    const { message } = JSON.parse(frame.slice(2))[1];
    acts.forEach((act) => act(message));
  }
}

for (const line of [WebSocket, XMLHttpRequest]) {
  const send = line.prototype.send;
  line.prototype.send = function (sent) {
    see(sent);
    return send.call(this, sent);
  };
}
