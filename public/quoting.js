// A file's name as it stands in a message: where its end could be mistaken, between quotes that are not in it.
const PLAIN = /^[A-Za-z0-9_][A-Za-z0-9_~+#./-]*\.(?:[a-z][a-z0-9]{0,7}|[A-Z][A-Z0-9]{0,7})$/;
const QUOTES = ['""', "「」", "『』", "“”", "``", "«»"];

// The quotes for `name`: `wanted`, or the first others that it does not hold; none is free in a name that holds them all.
export function quotesFor(name, wanted = '""') {
  return [wanted, ...QUOTES].find(([open, shut]) => !name.includes(open) && !name.includes(shut)) ?? wanted;
}

export function quoted(name, wanted) {
  if (PLAIN.test(name)) return name;
  const [open, shut] = quotesFor(name, wanted);
  return open + name + shut;
}
