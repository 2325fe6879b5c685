import { nameInvisible, removeInvisible } from '../../model/invisible-characters.js';
import type { UrlReading } from '../../model/kind.js';
import type { ProblemOf } from '../../model/rule.js';
import { truncate } from '../../model/truncate.js';
import type { EntryData } from '../rules/entry.js';

/** A problem of the url of an entry. */
export type UrlProblem = ProblemOf<EntryData>;

/** Longest url that is read, in UTF-16 code units. */
const maxUrlLength = 2_048;

/** Longest host name, without its final dot: RFC 1035 section 2.3.4. */
const maxHostLength = 253;

/** A url that cannot be read, with the reason and an example to follow. */
export function malformedUrl(reason: string, example: string): UrlProblem {
  return { code: 'entry/url-malformed', data: { reason: truncate(reason), example } };
}

/**
 * Refuses a url that is too long, null for all others. Comes before anything is parsed or suggested: a host of 65,000 letters outside
 * ASCII takes seconds to convert (RFC 3492 section 6.2 is quadratic).
 */
export function refuseLongUrl(url: string, example: string): UrlReading | null {
  if (url.length <= maxUrlLength) return null;
  const reason = `it has ${url.length} characters, expected at most ${maxUrlLength}`;
  return { target: null, problems: [malformedUrl(reason, example)] };
}

/** The problem of a host that is too long for a name, null for all others. */
export function describeLongHost(host: string): string | null {
  if (host.length <= maxHostLength) return null;
  return `the host has ${host.length} characters, expected at most ${maxHostLength}`;
}

/** A url without its invisible characters and outer white space, by which the rest is judged, and the problem of these and of inner white space. */
export function stripBlanks(url: string): { readonly text: string; readonly problems: UrlProblem[] } {
  const visible = removeInvisible(url);
  const text = visible.trim();
  if (visible === url && !/\s/.test(url)) return { text, problems: [] };
  const data = { inside: /\s/.test(text), invisible: nameInvisible(url) };
  return { text, problems: [{ code: 'entry/url-whitespace', data }] };
}
