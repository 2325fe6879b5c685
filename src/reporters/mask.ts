import type { Finding } from '../model/finding.js';
import { mayBeKey } from '../model/find-key.js';
import type { EndpointReport } from '../model/report.js';
import { truncate } from '../model/truncate.js';
// Untrusted text of any length comes here, so it is read once: each word by itself, each part of a url by its delimiters. No pattern
// below has a quantifier whose failed match begins again at the next character.

/**
 * Hides what may be a key in the urls of a text, of any scheme or, with a path, of none: logins, the values of query parameters, and
 * what looks random after the host. Slashes may be escaped, as JSON allows. The length stays, so that columns do.
 */
export function maskKeys(text: string): string {
  return text.replaceAll(words, (word) => maskWord(word, hide));
}

const words = /[^\s"'<>]+/g;

/** What stands for a part that may be a key. */
type Hide = (part: string) => string;

function maskWord(word: string, hidePart: Hide): string {
  const masked = word.includes('@') ? maskLogins(word) : word;
  return /[/?]/.test(masked) ? maskUrl(masked, hidePart) : masked;
}

/** Hides what may be a key in a text. */
export type Mask = (text: string) => string;

/**
 * The mask for the message and the hint of a finding. Where a redirect leads is what the server tells everyone, and the url to list: no secret of whoever
 * listed the url that redirects. So of these urls only logins are hidden, and what repeats a key of the listed url.
 */
export function chooseMask(
  { rule, data, endpoint }: Pick<Finding, 'rule' | 'data' | 'endpoint'>,
  endpoints: readonly Pick<EndpointReport, 'url'>[],
): Mask {
  if (rule !== 'http/redirect') return maskKeys;
  const listed = endpoint === null ? null : (endpoints[endpoint]?.url ?? null);
  const keys = listKeys(listed ?? '');
  const hideKey: Hide = (part) => (keys.some((key) => repeats(part, key)) ? hide(part) : part);
  const sent = new Set([data['location'], data['followed']]);
  return (text) => text.replaceAll(words, (word) => maskWord(word, sent.has(word) ? hideKey : hide));
}

/** What is hidden of a url, without escapes. */
function listKeys(url: string): readonly string[] {
  const keys: string[] = [];
  maskWord(url, (part) => {
    keys.push(unescape(part));
    return part;
  });
  return keys.filter((key) => key !== '');
}

/** Shorter ones are in many other words. */
const shortestPart = 6;

function repeats(part: string, key: string): boolean {
  const text = unescape(part);
  return text === key || (key.length >= shortestPart && text.includes(key));
}

function unescape(part: string): string {
  return part.replaceAll(/%([\da-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Hides `name:password` before an `@` and a host, where no scheme marks it as a url. */
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

/** The word with its url masked: a url begins where it is recognised and ends with the word. */
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

/** Where the host, or the login before it, begins in the first url of a word; null where the word has none. */
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

/** Where the first match from an index on begins; the end of the text without one. */
function findNext(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

/** Parameters of the query API, which hold no key. */
const knownParameters =
  /^\??(?:address|contract_address|token_type|denom|keyword|sort|page|offset|limit|start_block|end_block|topics)$/;

/** Hides the value of a query parameter; of one of the query API, only what looks like a key and is none of its public hashes. */
function hideValue(pair: string, hidePart: Hide): string {
  const at = pair.indexOf('=') + 1;
  if (at === 0) return hideKeys(pair, hidePart);
  const name = pair.slice(0, at - 1);
  const value = pair.slice(at);
  if (!knownParameters.test(name)) return `${hideKeys(name, hidePart)}=${hidePart(value)}`;
  if (!name.endsWith('topics')) return `${name}=${hideKeys(value, hidePart)}`;
  const topics = value.split(/(,|%2C)/i).map((part) => (isTopic(part) ? part : hideKeys(part, hidePart)));
  return `${name}=${topics.join('')}`;
}

/** A topic of an EVM log, such as the hash of an event's signature: public, though it looks like a key. */
function isTopic(value: string): boolean {
  return /^0x[\da-f]{64}$/i.test(value);
}

/** Hides the parts of a path or a value that look like keys; an IBC denom, a hash after `ibc/`, is none. */
function hideKeys(text: string, hidePart: Hide): string {
  return text.replaceAll(/ibc(?:\/|%2F)[\dA-F]{64}(?![\w.~-])|[\w.~-]+/gi, (run) =>
    !/[/%]/.test(run) && mayBeKey(run) ? hidePart(run) : run,
  );
}

function hide(secret: string): string {
  return '*'.repeat(secret.length);
}

/** An endpoint's url for people: without what may be a key, and cut to a length that can be read; `(no url)` where it has none. */
export function formatUrl(url: string | null): string {
  return url === null ? '(no url)' : truncate(maskKeys(url));
}
