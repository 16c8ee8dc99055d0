// What the demo does on the page, as a person would: it types, sends, opens, presses, and shows where.
import { box, running, submit, write } from "/public/composer.js";

const OVER_MS = 500;
const TYPING_MS = 32;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

const ring = document.createElement("div");
ring.id = "folio-demo-ring";
ring.setAttribute("aria-hidden", "true");
ring.hidden = true;
document.body.append(ring);

const question = () => document.querySelector('.folio-question[data-state="waiting"] .folio-choices button:not([disabled])');
const answers = () => document.querySelectorAll('.step[data-step-type="assistant_message"]').length;
export const steps = () => [...document.querySelectorAll('.step[data-step-type="tool"]')];

// Follows `target`, which may still be scrolled to, for as long as the ring is shown.
function ringRound(target) {
  if (ring.hidden) return;
  const { left, top, width, height } = target.getBoundingClientRect();
  Object.assign(ring.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  requestAnimationFrame(() => ringRound(target));
}

export class Hands {
  constructor(pace) {
    this.pace = pace;
  }

  // Types `text`, sends it, and waits for the end of the turn; gives the number of its first and of its last step.
  // `asked` is awaited before a change is allowed.
  async ask(text, asked = () => this.pace.rest(2000)) {
    const [before, said] = [steps().length, answers()];
    await this.pace.until(() => box() && !running());
    await this.#type(text);
    await this.pace.rest(700);
    (await this.pace.until(submit)).click();
    await this.#turn(said, asked);
    return [before, steps().length - 1];
  }

  // Presses the button that `found` gives, which sends a message, and waits for the end of the turn.
  async choose(found) {
    const said = answers();
    await this.press(await this.pace.until(found));
    await this.#turn(said, () => this.pace.rest(2000));
  }

  async #type(text) {
    const letters = [...text];
    for (let typed = STILL.matches ? letters.length : 1; typed < letters.length && !this.pace.hurried; typed++) {
      write(letters.slice(0, typed).join(""));
      await this.pace.rest(TYPING_MS);
    }
    write(text);
  }

  async #turn(said, asked) {
    let ran = performance.now();
    const over = () => {
      if (running() || answers() === said) ran = performance.now();
      return performance.now() - ran > OVER_MS;
    };
    while (!(await this.pace.until(() => over() || question()) === true)) {
      await asked();
      await this.press(await this.pace.until(question));
      await this.pace.until(() => !question());
    }
  }

  // Scrolls to `target` and puts the ring around it for a moment.
  async show(target, ms = 900) {
    target.scrollIntoView({ block: "center", behavior: STILL.matches ? "instant" : "smooth" });
    await this.pace.rest(500);
    ring.hidden = false;
    ringRound(target);
    try {
      await this.pace.rest(ms);
    } finally {
      ring.hidden = true;
    }
  }

  async press(target) {
    await this.show(target);
    target.click();
  }

  // Opens the step of this number, unless it is open, and gives it once all of it is there.
  async open(number) {
    const row = () => steps()[number]?.querySelector('button[id^="step-"]');
    const isOpen = () => row()?.dataset.state === "open";
    await this.pace.until(row);
    if (!isOpen()) await this.press(row());
    await this.pace.until(isOpen);
    let height = -1;
    await this.pace.until(() => height === (height = steps()[number].offsetHeight));
    return steps()[number];
  }

  async close(number) {
    const row = steps()[number]?.querySelector('button[id^="step-"][data-state="open"]');
    row?.click();
    await this.pace.rest(400);
  }

  // Presses the Undo of a step and waits until that is done.
  async undo(number) {
    await this.open(number);
    const undo = (rest) => steps()[number].querySelector(`.folio-undo${rest}`);
    await this.press(await this.pace.until(() => undo(" button:not([disabled])")));
    await this.pace.until(() => undo('[data-state="undone"]'));
    await this.pace.until(() => !running());
  }
}
