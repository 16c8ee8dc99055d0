// The pace of the demo: rests that can be held, cut short or ended, and waiting for what the page does.
const SLICE_MS = 40;
const LONGEST_MS = 90_000;

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// The person ended the demo.
export class Stopped extends Error {}

// What was waited for did not come.
export class Lost extends Error {}

export class Pace {
  paused = false;
  hurried = false;
  stopped = false;

  constructor(speed) {
    this.speed = speed;
  }

  // Lets `ms` go by at the usual speed; holds on while it is paused.
  async rest(ms) {
    let left = ms / this.speed;
    let before = performance.now();
    while (this.paused || (left > 0 && !this.hurried)) {
      this.#check();
      await sleep(Math.min(SLICE_MS, Math.max(left, 1)));
      const now = performance.now();
      if (!this.paused) left -= now - before;
      before = now;
    }
    this.#check();
  }

  // What `found` gives once it gives something.
  async until(found) {
    const end = Date.now() + LONGEST_MS;
    for (;;) {
      this.#check();
      const it = found();
      if (it) return it;
      if (Date.now() > end) throw new Lost();
      await sleep(SLICE_MS);
    }
  }

  #check() {
    if (this.stopped) throw new Stopped();
  }
}
