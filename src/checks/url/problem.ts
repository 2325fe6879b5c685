import { nameInvisible, truncate, removeInvisible } from '../../model/text.js';
import type { UrlReading } from '../../model/kind.js';
import type { ProblemOf } from '../../model/rule.js';
import type { EntryData } from '../rules/entry.js';

export type UrlProblem = ProblemOf<EntryData>;

/** Longest url that is read, in UTF-16 code units. */
const maxUrlLength = 2_048;

/** Longest host name, without its final dot: RFC 1035 section 2.3.4. */
const maxHostLength = 253;

/** A url that cannot be read, with the reason and an example to follow. */
export function malformedUrl(
  reason: string,
  example: string,
  remedy?: EntryData['entry/url-malformed']['remedy'],
): UrlProblem {
  const data = { reason: truncate(reason), example, ...(remedy === undefined ? {} : { remedy }) };
  return { code: 'entry/url-malformed', data };
}

/** Text without the dot of a host name and without a colon, with or without a port. International dots are dots too (UTS 46). */
const dotless = /^[^.。．｡:@]+(:\d*)?$/;

/** An address with its scheme or its port, and what may come before it. */
const wholeAddress = /^["'`<“‘]*(?:[a-z][\da-z+.-]*:\/\/[^/?#]|(?:[\w-]+(?:\.[\w-]+)+|\[[\da-f:.]+\]):\d)/i;

/** An address with something else in place of the colon before its port. */
const portWithoutColon = /^([a-z][\da-z+.-]*:\/\/)?((?:[\w-]+\.)+[\w-]+)[\s,;|]+(\d{1,5})$/i;

/** A scheme directly after a host. */
const joinedAddress = /^[^/?#]*:\/\/[^\s/?#]+(?:https?|wss?):\/\//i;

/** Text after a separator that no host has, or `name:` after a port. Before an `@` it may be a password. */
const followedHost =
  /^(?:[a-z][\da-z+.-]*:\/\/)?(?!.*@)(?:[^\s/?#,;|]*\.[^\s/?#.,;|]*[,;|]+[^\s,;|"'`>”’]|[^\s/?#[]*:\d+[a-z]\w*:)/i;

/**
 * The problem of a text without blanks around it that is not an address (`N/A`, a name), or holds more than one; null for all others. Nothing else is
 * reported of it: parts of it would be taken for a host or a port. A separator in a path or a query may be a part of that.
 */
export function findOtherText(text: string, example: string): UrlProblem | null {
  const [isDotless, port] = dotless.exec(text) ?? [];
  const isName = isDotless !== undefined && (port === undefined || /[^\0-\x7f]/.test(text));
  if ((isName && !/^localhost(?:[/?#]|$)/i.test(text)) || /^(?:n\.a\.?|\.+)$/i.test(text))
    return malformedUrl(`"${truncate(text)}" is not an address`, example, 'remove');
  const [colonless, scheme, host = '', portNumber = ''] = portWithoutColon.exec(text) ?? [];
  if (colonless !== undefined) {
    const meant = scheme ?? /^[a-z]+:\/\//.exec(example)?.[0] ?? '';
    return malformedUrl('there is no colon before the port', `${meant}${host}:${portNumber}`, 'write');
  }
  const parts = text.split(/\s+/).flatMap((word) => word.replace(/[?#].*/s, '').split(/[,;|]+/));
  const isSeveral = parts.filter((part) => wholeAddress.test(part)).length > 1 || joinedAddress.test(text);
  if (isSeveral) return malformedUrl('it contains more than one address', example, 'separate');
  return followedHost.test(text) ? malformedUrl('other text follows the address', example, 'separate') : null;
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

/** Placeholders for a key, as a whole path segment or query value. */
const words =
  /^(your([-_ ].*|.*(key|token|id|secret))?|(my|insert|enter|put)[-_ ]?(api|project|access|key|token).*|(api|access|project|app|infura|alchemy)[-_ ]?(key|token|id|secret)|key[-_]?here|x{4,}|\*{3,}|\.{3}|…)$/i;

/** The same in capitals only: in lower case they may be the name of a path. */
const capitals = /^(KEY|TOKEN|SECRET|ID)$/;

/**
 * Brackets that templates use; a real endpoint has none in its host, path or query. Between two brackets there is no third one: else the time for a url
 * of opening brackets alone would grow with the square of its length.
 */
const template = /<[^<>]*>|\$?\{[^{}]*\}|\$\{?[A-Za-z_]+|%3C((?!%3C).)*%3E|%7B((?!%7B).)*%7D/i;

/** Finds the placeholder of a template, `${KEY}`: clients know such a url by its `${` and leave it out, but no other. Null without one. */
export function findTemplate(url: string): string | null {
  return /\$\{[A-Za-z_]\w*\}/.exec(url)?.[0] ?? null;
}

/** Finds a placeholder for an API key in a url (`<key>`, `${KEY}`, `YOUR_API_KEY`), null without one. */
export function findPlaceholder(url: string): string | null {
  const bracketed = template.exec(url)?.[0];
  if (bracketed !== undefined) return bracketed;
  const afterHost = url.replace(/^[a-z][\da-z+.-]*:\/\/[^/?#]*/i, '');
  const bare = /\[[^[\]]*\]/.exec(afterHost)?.[0];
  if (bare !== undefined) return bare;
  const [path = '', query = ''] = afterHost.split('?', 2);
  const candidates = [...path.split('/'), ...query.split('&').map((pair) => pair.replace(/^[^=]*=/, ''))];
  return candidates.find((candidate) => words.test(candidate) || capitals.test(candidate)) ?? null;
}
