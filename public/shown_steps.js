// Which steps the person wants to see, as the settings say: the style sheet of the steps hides the others.
const CHOICES = ["all", "tools", "none"];

addEventListener("message", ({ origin, data }) => {
  if (origin !== location.origin || data?.type !== "folio-steps" || !CHOICES.includes(data.shown)) return;
  document.documentElement.dataset.steps = data.shown;
});
