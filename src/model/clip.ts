/** The longest text of a stranger that a message repeats, in UTF-16 code units. */
const longest = 300;

/** A stranger's text, cut to what a message can hold; an ellipsis tells where it was cut. */
export function clip(text: string): string {
  if (text.length <= longest) return text;
  // Through bytes: a mere slice would keep the whole text, which may be megabytes, in memory.
  return `${Buffer.from(text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')).toString()}…`;
}
