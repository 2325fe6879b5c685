import type { UrlReading } from '../../model/kind.js';
import { truncate } from '../../model/truncate.js';
import { formatAddress, parseHost, parsePort, splitHostPort, suggestAsciiHost } from '../../net/address.js';
import { describeLongHost, malformedUrl, refuseLongUrl, type UrlProblem } from '../url-problem.js';

/** A well-formed gRPC address. */
export const grpcExample = 'grpc.example.com:443';

/** A scheme before the host, or one that lost its colon or slashes (`https:/`, `grpc//`, `https:node.example.com`). */
const schemeForms = /^(?:([a-z][\da-z+.-]*):\/\/+|(ht+ps?|grpcs?|tcp|dns)(?::\/|\/\/|:(?!\d+$)))/i;

const usualPorts: Readonly<Record<string, string>> = { http: '80', grpc: '80' };

/** Reads `host:port` strictly; reports all that is wrong with it at once, with a suggestion where one can be made. */
export function readGrpcUrl(url: string): UrlReading {
  const tooLong = refuseLongUrl(url, grpcExample);
  if (tooLong !== null) return tooLong;
  const { host, port } = splitHostPort(url);
  const [usualHost, usualPort] = [parseHost(host), parsePort(port ?? '')];
  if (usualHost !== null && usualPort !== null)
    return { target: { host: usualHost, port: usualPort, path: '', secure: true }, problems: [] };
  const [first = malformed('it is not host:port'), ...rest] = findProblems(url);
  return { target: null, problems: [first, ...rest] };
}

function findProblems(url: string): UrlProblem[] {
  const trimmed = url.trim();
  if (trimmed === '') return [malformed('it is empty')];
  const problems: UrlProblem[] = [];
  if (/\s/.test(url)) problems.push({ code: 'entry/url-whitespace', data: { inside: /\s/.test(trimmed) } });

  const [prefix = '', whole, half] = schemeForms.exec(trimmed) ?? [];
  const scheme = whole ?? half;
  const rest = trimmed.slice(prefix.length);
  const [, authority = '', path = ''] = /([^/?#\\]*)(.*)/s.exec(rest) ?? [];
  const { host, port } = splitHostPort(authority.slice(authority.lastIndexOf('@') + 1));
  const wellFormedHost = parseHost(host);
  const usualPort = usualPorts[scheme?.toLowerCase() ?? ''] ?? '443';
  // An international name is suggested as resolvers have it.
  const meantHost =
    wellFormedHost ??
    (isInternational(host) && describeLongHost(host) === null
      ? parseHost(suggestAsciiHost(host) ?? '')
      : null);
  const suggestion =
    meantHost === null ? grpcExample : formatAddress(meantHost, parsePort(port ?? usualPort) ?? 443);

  if (scheme !== undefined)
    problems.push({
      code: 'entry/url-scheme',
      data: { scheme: truncate(scheme), expected: 'host:port', suggestion },
    });
  if (path !== '' && !(path === '/' && scheme !== undefined)) {
    problems.push({ code: 'entry/url-path', data: { path: path.slice(0, 1), suggestion } });
  }
  if (authority.includes('@')) problems.push(malformed('it has credentials', suggestion));
  else if (wellFormedHost === null) problems.push(malformed(describeHost(host), suggestion));
  else if ((port === null && scheme === undefined) || (port !== null && parsePort(port) === null)) {
    problems.push({
      code: 'entry/url-port',
      data: { port: port === null ? null : truncate(port), suggestion },
    });
  }
  return problems;
}

function malformed(reason: string, example = grpcExample): UrlProblem {
  return malformedUrl(reason, example);
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
