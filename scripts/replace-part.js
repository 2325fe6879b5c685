/**
 * A text with another one where it has the part that a pattern finds. Throws if it has none.
 * @param {string} text
 * @param {RegExp} part
 * @param {string} replacement
 */
export function replacePart(text, part, replacement) {
  if (!part.test(text)) throw new Error(`nothing to replace: ${part}`);
  return text.replace(part, () => replacement);
}
