// The page's two languages: Japanese for a Japanese browser, English for every other.
export const japanese = navigator.language.toLowerCase().startsWith("ja");
export const say = (english, other) => (japanese ? other : english);
