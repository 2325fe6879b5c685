/** Maximum length of untrusted text quoted in a message, in UTF-16 code units. */
const maxLength = 300;

/** Untrusted text, cut to the length that a message may quote; an ellipsis marks the cut. */
export function truncate(text: string): string {
  return text.length <= maxLength ? text : `${copyPrefix(text, maxLength)}…`;
}

/**
 * The start of untrusted text, at most `length` UTF-16 code units and never half a surrogate pair, as a copy: a slice would keep the whole string
 * in memory, which may be megabytes.
 */
export function copyPrefix(text: string, length: number): string {
  const bytes = new TextEncoder().encode(text.slice(0, length).replace(/[\uD800-\uDBFF]$/, ''));
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** A text without the characters that are not shown, such as U+200B and U+FEFF: Default_Ignorable_Code_Point of Unicode (UAX 44). */
export function removeInvisible(text: string): string {
  return text.replace(invisible, '');
}

/** Whether nothing of a text is shown: of Braille, U+2800 has no dots. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text);
}

/** The first character of a text that is not shown, as `U+200B`; null without one. */
export function nameInvisible(text: string): string | null {
  const [first] = text.match(invisible) ?? [];
  const codePoint = first?.codePointAt(0);
  return codePoint === undefined ? null : `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}
