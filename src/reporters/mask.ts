import type { Finding, TextEdit } from '../model/finding.js';
import { dropTags, hide, type Hide, maskKeys, maskWord, words } from '../model/access-keys.js';
import type { EndpointReport } from '../model/report.js';
import { truncate } from '../model/text.js';

export { maskKeys };

export type Mask = (text: string) => string;

/**
 * Chooses the mask for the message and the hint of a finding. The target of a redirect is no secret: the server tells it to everyone, and it is
 * the url to list. So only logins and repeated keys of the listed url are masked in it.
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

/** The parts of a url that would be masked, unescaped. */
function listKeys(url: string): readonly string[] {
  const keys: string[] = [];
  maskWord(url, (part) => {
    keys.push(unescape(part));
    return part;
  });
  return keys.filter((key) => key !== '');
}

/** Shorter keys also occur in ordinary words. */
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

/** An endpoint's url for people: without keys, and truncated; `(no url)` if it has none. */
export function formatUrl(url: string | null): string {
  return url === null ? '(no url)' : truncate(maskKeys(dropTags(url)));
}

/** Whether the report would mask a part of the inserted text, judged within the word that it becomes part of. */
export function insertsKey(text: string, { offset, length, text: inserted }: TextEdit): boolean {
  if (inserted === '') return false;
  let [start, end] = [offset, offset + length];
  while (isInWord(text[start - 1])) start--;
  while (isInWord(text[end])) end++;
  const before = offset - start;
  const masked = maskKeys(text.slice(start, offset) + inserted + text.slice(offset + length, end));
  return masked.slice(before, before + inserted.length) !== inserted;
}

/** Divides words like `maskKeys`; false beyond the text. */
function isInWord(character = ''): boolean {
  return /[^\s"'<>]/.test(character);
}
