import { removeInvisible } from '../../model/text.js';
import type { UrlCorrection } from '../../model/kind.js';

/**
 * Invisible characters that may change what the others mean or look like: Hangul fillers, which are shown as a blank, and controls that show
 * what follows from right to left (Unicode Bidirectional Algorithm, UAX 9).
 */
const ambiguousInvisible = /[\u115F\u1160\u3164\uFFA0\u202B\u202E\u2067]/;

/** Blanks within `://`, and after it. */
const schemeBlanks = /^([a-z][\da-z+.-]*)\s*:\s*\/\s*\/\s*/i;
/** Blanks at the port of a host with a dot; `port: 443` is a comment. */
const portBlanks = /^((?:[a-z][\da-z+.-]*:\/\/)?[^\s:/?#@\\]*\.[^\s:/?#@\\]+)\s*:\s*(?=\d+(?:[/?]|$))/i;
/** Blanks at the dot after the first label, if neither that nor the rest can be an address by itself. */
const dotBlanks =
  /^([a-z][\da-z+.-]*:\/\/[\w-]*[a-z_][\w-]*)\s*\.\s*(?=[\w-]+\.)|^([\w-]*[a-z_][\w-]*)\s+\.(?=[\w-]+\.)/i;

/**
 * Removes invisible characters, outer white space, and white space within the scheme and authority if the parts can only belong together.
 * With other letters outside ASCII an invisible one may be part of a word (zero-width joiners, RFC 5892 appendix A), so it stays.
 */
export const removeBlanks: UrlCorrection = (url) => {
  const visible = removeInvisible(url);
  if (visible !== url && (ambiguousInvisible.test(url) || /[^\0-\x7f\s]/.test(visible))) return url;
  const joined = visible
    .trim()
    .replace(schemeBlanks, '$1://')
    .replace(dotBlanks, '$1$2.')
    .replace(portBlanks, '$1:');
  // If the host is missing, the blank stands for it.
  return /\s/.test(joined) || joined.includes('://:') ? url : joined;
};

const wrappings: readonly RegExp[] = [
  /^(.+?)[\s,;]+$/s,
  /^"(.+)"$/s,
  /^'(.+)'$/s,
  /^`(.+)`$/s,
  /^“(.+)”$/s,
  /^‘(.+)’$/s,
  // Brackets around anything less than an address are a template: <your-node>.
  /^<(\s*(?:[a-z][\da-z+.-]*:\/\/.+|[\w.-]+\.[\w-]+:\d+\s*))>$/is,
];

/** Removes quotes or angle brackets around the whole url, and final commas and semicolons: what a url was copied with. */
export const unwrapUrl: UrlCorrection = (url) => {
  let bare = '';
  for (let inner: string | undefined = url; inner !== undefined;) {
    bare = inner.trim();
    inner = findInner(bare);
  }
  // Two urls in one string have quotes or blanks between them, and a user name makes more than this wrong.
  return /[\s"'`<>“”‘’@]/.test(bare) ? url : bare;
};

function findInner(text: string): string | undefined {
  return wrappings.map((wrapping) => wrapping.exec(text)?.[1]).find((inner) => inner !== undefined);
}
