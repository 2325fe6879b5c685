import type { Target } from '../../model/entry.js';
import type { AddressForms, UrlReading } from '../../model/kind.js';
import { truncate } from '../../model/text.js';
import { formatAddress, parseHost, parsePort, splitHostPort, suggestAsciiHost } from '../../net/address.js';
import {
  describeLongHost,
  findOtherText,
  findPlaceholder,
  malformedUrl,
  refuseLongUrl,
  stripBlanks,
  type UrlProblem,
} from './problem.js';

/** What a kind defines about its addresses: a well-formed one, and the port to suggest if one is missing. */
export interface HostPortOptions {
  readonly example: string;
  readonly defaultPort: string;
}

/** A scheme before the host, or one that lost its colon or slashes (`https:/`, `grpc//`, `https:node.example.com`). */
const schemeForms = /^(?:([a-z][\da-z+.-]*):\/\/+|(ht+ps?|grpcs?|tcp|dns)(?::\/|\/\/|:(?!\d+$)))/i;

const defaultPorts: Readonly<Record<string, string>> = { http: '80', grpc: '80' };

const schemedForm = /^(https?):\/\/([^/?#\\@]*)\/?$/i;

/**
 * Reads `host:port` strictly; reports all that is wrong with it at once, with a suggestion if one can be made. With `allowScheme`, a url
 * of http or https without a path is read as well; with `allowPath`, an address in which nothing but the path is wrong.
 */
export function readHostPort(
  url: string,
  { allowScheme = false, allowPath = false }: AddressForms,
  options: HostPortOptions,
): UrlReading {
  const tooLong = refuseLongUrl(url, options.example);
  if (tooLong !== null) return tooLong;
  const { host, port } = splitHostPort(url);
  const [parsedHost, parsedPort] = [parseHost(host), parsePort(port ?? '')];
  if (parsedHost !== null && parsedPort !== null)
    return { target: { host: parsedHost, port: parsedPort, path: '', secure: true }, problems: [] };
  const schemed = allowScheme ? readSchemedUrl(url) : null;
  if (schemed !== null) return { target: schemed, problems: [] };
  const [first = malformedUrl('it is not host:port', options.example), ...rest] = findProblems(
    url,
    allowScheme,
    options,
  );
  const pathless = allowPath && rest.length === 0 ? readPathless(url, first, allowScheme, options) : null;
  return pathless ?? { target: null, problems: [first, ...rest] };
}

/** The address without its path, if nothing else is wrong with it; null if something is. */
function readPathless(
  url: string,
  problem: UrlProblem,
  allowScheme: boolean,
  options: HostPortOptions,
): UrlReading | null {
  if (problem.code !== 'entry/url-path' || problem.data.path !== '/') return null;
  const [, address = '', path = ''] = /^((?:[a-z]+:\/\/)?[^/]*)(.*)$/is.exec(url) ?? [];
  const { target } = readHostPort(address, { allowScheme }, options);
  const data = { ...problem.data, isLeftOut: true };
  if (target === null) return null;
  return { target, problems: [{ code: 'entry/url-path', data }], leftOutPath: path.replace(/\/+$/, '') };
}

/** Null for anything but `https://host`, `http://host:port` and the like. Servers speak TLS on port 443. */
function readSchemedUrl(url: string): Target | null {
  const [, scheme = '', authority = ''] = schemedForm.exec(url) ?? [];
  const { host, port } = splitHostPort(authority);
  const secure = scheme.toLowerCase() === 'https';
  const parsedHost = parseHost(host);
  const parsedPort = port === null ? (secure ? 443 : 80) : parsePort(port);
  return parsedHost === null || parsedPort === null || (parsedPort === 443 && !secure)
    ? null
    : { host: parsedHost, port: parsedPort, path: '', secure, exactTransport: true };
}

function findProblems(url: string, allowScheme: boolean, options: HostPortOptions): readonly UrlProblem[] {
  const { text, problems } = stripBlanks(url);
  if (text === '') return [malformedUrl('it is empty', options.example)];
  const parts = splitAddress(text, options);
  // As that of a url: words such as your-node may be a name.
  const placeholder = findPlaceholder(`https://${parts.host}`);
  const textProblem = placeholder === null ? findOtherText(text, options.example) : null;
  if (textProblem !== null) return [textProblem];
  const suggestion = suggestAddress(parts, options);
  return [
    ...problems,
    judgeScheme(parts, allowScheme, parts.isOtherService ? options.example : suggestion),
    judgePath(parts, suggestion),
    judgeAuthority(parts, placeholder, suggestion),
  ].filter((problem) => problem !== null);
}

/** The parts of an address as they are written, and what is known of its port. The prefix is its scheme with colon and slashes. */
type AddressParts = ReturnType<typeof splitAddress>;

function splitAddress(text: string, { defaultPort: portOfKind }: HostPortOptions) {
  const [prefix = '', whole, half] = schemeForms.exec(text) ?? [];
  const scheme = whole ?? half;
  const [, authority = '', path = ''] = /([^/?#\\]*)(.*)/s.exec(text.slice(prefix.length)) ?? [];
  const { host, port } = splitHostPort(authority.slice(authority.lastIndexOf('@') + 1));
  const isWeb = /^ht+ps?$/i.test(scheme ?? '');
  return {
    scheme,
    prefix,
    isHalf: half !== undefined,
    authority,
    host,
    port,
    path,
    isPortKnown: port === null ? isWeb : parsePort(port) !== null,
    isPortMissing: port === null && scheme === undefined,
    // The port of a web server is not where a kind with a port of its own is served.
    isOtherService: isWeb && port === null && portOfKind !== '443',
  };
}

function suggestAddress(
  { scheme, host, port }: AddressParts,
  { example, defaultPort }: HostPortOptions,
): string {
  // An international name is suggested in the form that resolvers use.
  const meantHost =
    parseHost(host) ??
    (isInternational(host) && describeLongHost(host) === null
      ? parseHost(suggestAsciiHost(host) ?? '')
      : null);
  if (meantHost === null) return example;
  const impliedPort = defaultPorts[scheme?.toLowerCase() ?? ''] ?? defaultPort;
  return formatAddress(meantHost, parsePort(port ?? impliedPort) ?? Number(defaultPort));
}

function judgeScheme(
  { scheme, prefix, isHalf, port, isPortKnown, isOtherService }: AddressParts,
  allowScheme: boolean,
  suggestion: string,
): UrlProblem | null {
  if (scheme === undefined) return null;
  const isAllowed = allowScheme && !isHalf && /^https?$/i.test(scheme);
  const isPlainOn443 = isAllowed && scheme.toLowerCase() === 'http' && port === '443';
  if (isAllowed && !isPlainOn443) return null;
  const doubt = isOtherService ? 'service' : isPortKnown ? undefined : 'port';
  return {
    code: 'entry/url-scheme',
    data: {
      scheme: truncate(scheme),
      expected: isPlainOn443 ? 'https on port 443' : 'host:port',
      suggestion,
      ...(doubt === undefined ? {} : { doubt }),
      ...(isHalf ? { written: truncate(prefix) } : {}),
    },
  };
}

function judgePath(
  { scheme, path, isPortKnown, isPortMissing, isOtherService }: AddressParts,
  suggestion: string,
): UrlProblem | null {
  // The fix of a missing port leaves out the path, and so does another service's.
  if (path === '' || isPortMissing || isOtherService || (path === '/' && scheme !== undefined)) return null;
  const guess = isPortKnown ? {} : { isPortGuessed: true as const };
  return { code: 'entry/url-path', data: { path: path.slice(0, 1), suggestion, isLeftOut: false, ...guess } };
}

function judgeAuthority(
  { authority, host, port, isPortMissing }: AddressParts,
  placeholder: string | null,
  suggestion: string,
): UrlProblem | null {
  if (placeholder !== null) {
    const data = { placeholder: truncate(placeholder), isAllowed: false };
    return { code: 'entry/url-placeholder', data };
  }
  if (parseHost(host) === null) return malformedUrl(describeHost(host), suggestion);
  if (authority.includes('@')) return { code: 'entry/url-credentials', data: { host } };
  if (!isPortMissing && (port === null || parsePort(port) !== null)) return null;
  return { code: 'entry/url-port', data: { port: port === null ? null : truncate(port), suggestion } };
}

function isInternational(host: string): boolean {
  return /[^\0-\x7f]/.test(host);
}

function describeHost(host: string): string {
  if (host === '') return 'the host is missing';
  const tooLong = describeLongHost(host);
  if (tooLong !== null) return tooLong;
  if (isInternational(host)) {
    const ascii = suggestAsciiHost(host);
    return ascii === null ? 'the host has characters outside ASCII' : `the host must be written as ${ascii}`;
  }
  if (/^[\d.]+$|^0x|\.0x/i.test(host))
    return `${host} is neither a host name nor an IP address in its usual spelling`;
  return `${host} is not a host name`;
}
