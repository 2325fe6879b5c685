import type { Target } from '../../model/entry.js';
import { findKey } from '../../model/access-keys.js';
import type { AddressForms, UrlReading } from '../../model/kind.js';
import { parseUrl } from '../../model/parse-url.js';
import { truncate } from '../../model/text.js';
import { parseHost, parsePort, splitHostPort } from '../../net/address.js';
import {
  describeLongHost,
  findOtherText,
  findPlaceholder,
  findTemplate,
  malformedUrl,
  refuseLongUrl,
  stripBlanks,
  type UrlProblem,
} from './problem.js';

export interface UrlForm {
  /** The scheme with TLS and the one without. */
  readonly schemes: readonly [secure: 'https', plain: 'http'] | readonly [secure: 'wss', plain: 'ws'];
  readonly example: string;
}

/** A scheme without `://` (`https:/host`, `https//host`, `https:host`), or slashes without a scheme. */
const halfScheme = /^(?:(https?|wss?)(?!:\d+(?:\/|$))[:\\/]+|[\\/]+)/i;

/**
 * Reads a url with TLS (WHATWG URL Standard) strictly: whatever the parser would silently fix is refused. Reports all that is wrong with it
 * at once. With `allowPlaintext`, the scheme without TLS is read as well, but not on port 443, where servers speak TLS.
 */
export function readHttpUrl(url: string, forms: AddressForms, form: UrlForm): UrlReading {
  const { schemes, example } = form;
  const [secureScheme] = schemes;
  const bare = secureScheme === 'https' ? readBareUrl(url) : null;
  if (bare !== null) return { target: bare, problems: [] };
  const tooLong = refuseLongUrl(url, example);
  if (tooLong !== null) return tooLong;
  const { text, problems } = stripBlanks(url);
  if (text === '') return { target: null, problems: [malformedUrl('it is empty', example)] };
  // Angle brackets around the whole url are not a placeholder.
  const placeholder = findPlaceholder(text.replace(/^<([^<>]*:\/\/[^<>]*)>$/, '$1'));
  const textProblem = placeholder === null ? findOtherText(text, example) : null;
  if (textProblem !== null) return { target: null, problems: [textProblem] };
  const parts = splitUrl(text);
  const { scheme, prefix, authority, host, port, afterHost, longHost, parsed } = parts;
  const ofScheme = judgeScheme(parts, forms, form);
  if (ofScheme !== null) problems.push(ofScheme);
  const isAllowed = forms.allowPlaceholder === true;
  const template = isAllowed ? findTemplate(text) : null;
  if (template !== null && problems.length === 0)
    return { target: null, problems: [], placeholder: truncate(template) };
  if (placeholder !== null && template === null)
    problems.push({ code: 'entry/url-placeholder', data: { placeholder: truncate(placeholder), isAllowed } });
  if (parsed !== null && authority.includes('@')) {
    problems.push({ code: 'entry/url-credentials', data: { host: parsed.hostname } });
  }
  const reason =
    longHost ?? (placeholder === null ? findFault(text.slice(prefix.length), host, port, parsed) : null);
  if (reason !== null) problems.push(malformedUrl(reason, example));
  // Without a host that can be read, as in `<https://a.example>`, the path is ambiguous.
  const hasHost = host !== '' && parsed !== null;
  const key = !hasHost ? null : findKey(withoutText(afterHost, placeholder), host.toLowerCase());
  const warnings: UrlProblem[] = key === null ? [] : [{ code: 'entry/url-key', data: key }];
  const [first, ...rest] = problems;
  if (first !== undefined) return { target: null, problems: [first, ...rest, ...warnings] };
  return parsed === null
    ? { target: null, problems: [malformedUrl('it is not a url', example)] }
    : { target: toTarget(parsed, scheme?.toLowerCase() === secureScheme), problems: warnings };
}

/**
 * The parts of a url as they are written: the parser converts 0x7f.1, %61 and letters outside ASCII. The prefix is what is written in place of a
 * whole scheme.
 */
type UrlParts = ReturnType<typeof splitUrl>;

/** Without a scheme, or with half of one, the intended url is read, so that only the scheme is reported. */
function splitUrl(text: string) {
  const [, whole] = /^([a-z][\da-z+.-]*):\/\//i.exec(text) ?? [];
  const [prefix = '', half] = whole === undefined ? (halfScheme.exec(text) ?? []) : [];
  const url = whole === undefined ? `https://${text.slice(prefix.length)}` : text;
  const [, authority = '', afterHost = ''] = /:\/\/([^/?#\\]*)(.*)/s.exec(url) ?? [];
  const { host, port } = splitHostPort(authority.slice(authority.lastIndexOf('@') + 1));
  const longHost = describeLongHost(host);
  const parsed = longHost === null ? parseUrl(url) : null;
  const isWhole = whole !== undefined;
  return { scheme: whole ?? half, prefix, isWhole, authority, host, port, afterHost, longHost, parsed };
}

function judgeScheme(
  { scheme, prefix, isWhole, port, parsed }: UrlParts,
  { allowPlaintext = false }: AddressForms,
  { schemes: [secureScheme, plainScheme], example }: UrlForm,
): UrlProblem | null {
  const isPlain = allowPlaintext && scheme?.toLowerCase() === plainScheme;
  const meantScheme = isPlain && port !== '443' ? plainScheme : secureScheme;
  if (isWhole && (scheme?.toLowerCase() === secureScheme || meantScheme === plainScheme)) return null;
  const isHalf = !isWhole && scheme !== undefined;
  const mayBePlain = allowPlaintext && scheme === undefined && (port ?? '443') !== '443' && parsed !== null;
  return {
    code: 'entry/url-scheme',
    data: {
      scheme: scheme === undefined ? null : truncate(scheme),
      expected: isHalf
        ? `${meantScheme}:// before the host`
        : isPlain
          ? `${secureScheme} on port 443`
          : `${secureScheme === 'wss' ? 'a' : 'an'} ${secureScheme} url`,
      suggestion: parsed === null ? example : suggestUrl(parsed, scheme ?? null, { meantScheme, example }),
      ...(isHalf ? { written: prefix } : {}),
      ...(mayBePlain ? { plainScheme } : {}),
    },
  };
}

/** A placeholder stands for a key, but is none. */
function withoutText(text: string, part: string | null): string {
  return part === null ? text : text.replaceAll(part, '');
}

/**
 * The url with the scheme that its kind has. CometBFT serves its websocket at a path below its RPC, which is added or removed with the scheme.
 */
function suggestUrl(
  { host, pathname, search }: URL,
  scheme: string | null,
  { meantScheme, example }: { readonly meantScheme: string; readonly example: string },
): string {
  const [, examplePath = ''] = /^[a-z]+:\/\/[^/]*(.*)$/.exec(example) ?? [];
  const path = pathname.replace(/\/$/, '') || examplePath;
  const isWebSocket = meantScheme === 'https' && /^wss?$/i.test(scheme ?? '');
  const meant = isWebSocket ? path.replace(/\/websocket$/, '') : path;
  return `${meantScheme}://${host.replace(/:443$/, '')}${meant}${search}`;
}

const bareForm = /^https:\/\/([\w.-]+)(?::(\d+))?\/?$/;

/**
 * Reads a host name, a port and nothing else, as most urls are, in a quarter of the time (`bench/structure.ts`); null for all others. International
 * names are left to the parser.
 */
function readBareUrl(url: string): Target | null {
  const [, name = '', digits = '443'] = bareForm.exec(url) ?? [];
  const host = name.includes('xn--') ? null : parseHost(name);
  const port = parsePort(digits);
  return host === null || port === null ? null : { host, port, path: '/', secure: true };
}

/** A second scheme without its colon looks like a host. */
const schemeAsHost = /^[a-z]+:\/\/(?:https?|wss?)\/\//i;

/** Why an otherwise correct url cannot be connected to, null if it can. */
function findFault(text: string, host: string, port: string | null, parsed: URL | null): string | null {
  if (host === '' && !text.includes('\\')) return 'the host is missing';
  if (parsed === null) return 'the host or the port is not valid';
  if (text.includes('\\')) return 'it has a backslash';
  if (/[\0-\x1f\x7f]/.test(text)) return 'it has control characters';
  if (parsed.hash !== '' || text.endsWith('#')) return 'it has a fragment, which is never sent';
  const parsedHost = parseHost(parsed.hostname);
  if (parsedHost === null) return `${parsed.hostname} is not a host name`;
  if (schemeAsHost.test(text)) return 'it has two schemes';
  if (host !== parsedHost && parseHost(host) !== parsedHost)
    return `the host must be written as ${parsed.hostname}`;
  if (port === null || parsePort(port) !== null) return null;
  return `${port === '' ? 'an empty port' : port} is not a port (1 to 65535)`;
}

function toTarget(parsed: URL, secure: boolean): Target {
  const defaultPort = secure ? 443 : 80;
  return {
    host: parseHost(parsed.hostname) ?? '',
    port: parsed.port === '' ? defaultPort : Number(parsed.port),
    path: parsed.pathname + parsed.search,
    secure,
  };
}

/** A target with the path that its routes are appended to: a final slash would double theirs. */
export function readBaseUrl(url: string, forms: AddressForms, form: UrlForm): UrlReading {
  const reading = readHttpUrl(url, forms, form);
  if (reading.target === null) return reading;
  const [, path = '', slash = '', query = ''] = /^([^?]*?)(\/*)(\?.*)?$/s.exec(reading.target.path) ?? [];
  const ending = path !== '' && slash !== '' ? ({ endsWithSlash: true } as const) : {};
  return {
    ...reading,
    target: { ...reading.target, path: `${path === '' ? '/' : path}${query}`, ...ending },
  };
}

/** The path of a route below the path of a target; its query stays last. */
export function appendPath(path: string, route: string): string {
  const [, base = '', query = ''] = /^([^?]*?)\/*(\?.*)?$/s.exec(path) ?? [];
  return `${base}${route}${query}`;
}
