/** The longest text of a stranger that a message repeats, in UTF-16 code units. */
const longest = 300;

/** A stranger's text, cut to what a message can hold; an ellipsis tells where it was cut. */
export function truncate(text: string): string {
  return text.length <= longest ? text : `${copyPrefix(text, longest)}…`;
}

/**
 * The start of a stranger's text, so many UTF-16 code units at most and no half of a pair, as a text of its own: a mere slice would
 * keep the whole, which may be megabytes, in memory.
 */
export function copyPrefix(text: string, length: number): string {
  return Buffer.from(text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')).toString();
}
