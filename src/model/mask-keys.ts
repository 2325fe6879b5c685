import { isPossibleKey } from './find-key.js';
// Untrusted text of any length arrives here, so it is read in linear time: word by word, and each url by its delimiters. No pattern below has a
// quantifier whose failed match restarts at the next character.

/**
 * Masks what may be a key in the urls of a text, with any scheme, or with a path and no scheme: logins, the values of query parameters, and what
 * looks random after the host. Slashes may be escaped, as in JSON. Keeps the length, so that columns stay valid.
 */
export function maskKeys(text: string): string {
  return text.replaceAll(words, (word) => maskWord(word, hide));
}

export const words = /[^\s"'<>]+/g;

export type Hide = (part: string) => string;

export function maskWord(word: string, hidePart: Hide): string {
  const masked = word.includes('@') ? maskLogins(word) : word;
  return /[/?]/.test(masked) ? maskUrl(masked, hidePart) : masked;
}

/** Masks `name:password` before an `@` and a host, if no scheme marks it as a url. */
function maskLogins(word: string): string {
  return word.replaceAll(/[^/@]+@?/g, (part, at: number) => {
    if (!part.endsWith('@') || !/[\w[]/.test(word.charAt(at + part.length))) return part;
    // In a path, as in org/image:tag@sha256, a name begins only after a character that no path segment begins with.
    const login = word.charAt(at - 1) === '/' ? part.search(/[^\w+.-]/) + 1 : 0;
    const name = login + part.slice(login).search(/[^:]/);
    const colon = part.indexOf(':', name);
    return colon === -1 || colon === part.length - 2
      ? part
      : `${part.slice(0, name)}${hide(part.slice(name, -1))}@`;
  });
}

/** Masks the url in a word. A url ends with its word. */
function maskUrl(word: string, hidePart: Hide): string {
  const hostAt = findHost(word);
  if (hostAt === null) return word;
  const pathAt = findNext(word, /[\\/?#]/g, hostAt);
  const queryAt = findNext(word, /\?/g, pathAt);
  const passwordEnd = Math.max(hostAt, word.slice(0, pathAt).lastIndexOf('@'));
  return (
    word.slice(0, hostAt) +
    hide(word.slice(hostAt, passwordEnd)) +
    word.slice(passwordEnd, pathAt) +
    hideKeys(word.slice(pathAt, queryAt), hidePart) +
    word.slice(queryAt).replaceAll(/[^&#]+/g, (pair) => hideValue(pair, hidePart))
  );
}

/** Start of the host, or of the login before it, in the first url of a word; null if there is no url. */
function findHost(word: string): number | null {
  for (const { 0: run, index } of word.matchAll(/[\w+.-]+/g)) {
    const end = index + run.length;
    const slashes = matchAt(/:(?:\\?\/)+/y, word, end);
    if (slashes !== null) return end + slashes.length;
    const isHost = /^[\w-]+(?:\.[\w-]+)+$/.test(run);
    if (isHost && matchAt(/(?::\d+)?(?:\\?\/|\?)/y, word, end) !== null) return index;
  }
  return null;
}

function matchAt(sticky: RegExp, text: string, index: number): string | null {
  sticky.lastIndex = index;
  return sticky.exec(text)?.[0] ?? null;
}

/** Start of the first match from an index on; the end of the text if there is none. */
function findNext(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

/** Parameters of the query API that never contain a key. */
const knownParameters =
  /^\??(?:address|contract_address|token_type|denom|keyword|sort|page|offset|limit|start_block|end_block|topics)$/;

/** A template, by which clients know that a key is missing, is no key. */
const template = /^\$\{[A-Za-z_]\w*\}$/;

/** Masks the value of a query parameter; in those of the query API, only what looks like a key and is not a public hash. */
function hideValue(pair: string, hidePart: Hide): string {
  const at = pair.indexOf('=') + 1;
  if (at === 0) return hideKeys(pair, hidePart);
  const name = pair.slice(0, at - 1);
  const value = pair.slice(at);
  if (template.test(value)) return pair;
  if (!knownParameters.test(name)) return `${hideKeys(name, hidePart)}=${hidePart(value)}`;
  if (!name.endsWith('topics')) return `${name}=${hideKeys(value, hidePart)}`;
  const topics = value.split(/(,|%2C)/i).map((part) => (isTopic(part) ? part : hideKeys(part, hidePart)));
  return `${name}=${topics.join('')}`;
}

/** A topic of an EVM log, such as the hash of an event's signature, is public, though it looks like a key. */
function isTopic(value: string): boolean {
  return /^0x[\da-f]{64}$/i.test(value);
}

/** Masks the parts of a path or a value that look like keys, except templates, and IBC denoms, which have a hash after `ibc/`. */
function hideKeys(text: string, hidePart: Hide): string {
  return text.replaceAll(/ibc(?:\/|%2F)[\dA-F]{64}(?![\w.~-])|\$\{\w+\}|[\w.~-]+/gi, (run) =>
    !/[/%$]/.test(run) && isPossibleKey(run) ? hidePart(run) : run,
  );
}

export function hide(secret: string): string {
  return '*'.repeat(secret.length);
}

export function dropTags(url: string): string {
  return url.replaceAll(/\*~[\da-f]{6}/g, '*');
}

/** Whether a url comes from a report that masked it. */
export function isMasked(url: string): boolean {
  return /\*(?:~[\da-f]{6}|@)/.test(url);
}
