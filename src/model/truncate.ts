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
