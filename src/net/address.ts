import { isIPv4 } from 'node:net';
import { domainToASCII } from 'node:url';
import ipaddr from 'ipaddr.js';
import { parseUrl } from '../model/parse-url.js';

/** In a public range, but an internal service on every machine in Azure. */
const azurePlatform = '168.63.129.16';

/**
 * Names the range of an IP address that is not public unicast; null if it is. IPv6 is public in 2000::/3 only, so that every embedded IPv4 form
 * (mapped, compatible, NAT64, 6to4) is refused. Source: the IANA special-purpose address registries (RFC 6890), as in ipaddr.js.
 */
export function findRefusedRange(address: string): string | null {
  const ip = ipaddr.parse(address);
  const range = ip.range();
  if (range !== 'unicast') return range;
  if (ip.kind() === 'ipv6' && !ip.match(ipaddr.parse('2000::'), 3)) return 'not in 2000::/3';
  if (ip.toString() === azurePlatform) return 'Azure platform';
  return null;
}

/**
 * Whether a resolver can have derived an IPv6 address from an A record for a network without IPv4 (DNS64, RFC 6147): public IPv4 after the
 * prefix 64:ff9b::/96. No other IPv4 may follow that prefix (RFC 6052 section 3.1), so an address that embeds a private one was published.
 */
export function isDns64Address(address: string): boolean {
  const ip = ipaddr.parse(address);
  return ip.range() === 'rfc6052' && findRefusedRange(ip.toByteArray().slice(12).join('.')) === null;
}

/** Whether the host is an IP address in canonical form: dotted decimal without leading zeros, or IPv6 without a zone. */
export function isIpAddress(host: string): boolean {
  // Not by ipaddr.js, which throws for a host name: that costs more than everything else here.
  return isIPv4(host) || isIpv6(host);
}

/** Whether the host is an IPv6 address without brackets and zone. */
export function isIpv6(host: string): boolean {
  return host.includes(':') && !host.includes('%') && ipaddr.IPv6.isValid(host);
}

/**
 * Parses a host strictly: an IP address in canonical form, or an ASCII host name (RFC 1123, plus underscores). Refuses what resolvers read as a
 * number (`2130706433`, `0x7f.1`, `0177.0.0.1`, `127.1`). Returns it in lower case without a trailing dot, or null.
 */
export function parseHost(text: string): string | null {
  if (text.startsWith('[') && text.endsWith(']')) {
    const inner = text.slice(1, -1);
    // ipaddr.js takes ::127.0.0.1 for ::ffff:127.0.0.1: https://github.com/whitequark/ipaddr.js/blob/main/lib/ipaddr.js.
    return isIpv6(inner) ? (parseUrl(`http://${text}`)?.hostname.slice(1, -1) ?? null) : null;
  }
  const lower = text.toLowerCase();
  const name = lower.endsWith('.') ? lower.slice(0, -1) : lower;
  if (name.length <= 253 && hostName.test(name) && !numericEnd.test(name)) return name;
  return isIPv4(text) ? text : null;
}

const hostName = /^([\da-z_]([\da-z_-]{0,61}[\da-z_])?(\.(?!$)|$))+$/;
const numericEnd = /(^|\.)(\d+|0x[\da-f]*)$/;

/** The ASCII form of an international host name (UTS 46), for hints; null if it has none. */
export function suggestAsciiHost(host: string): string | null {
  return domainToASCII(host) || null;
}

/** Parses a port: 1 to 65535 in decimal digits, without sign or leading zeros; null for anything else. */
export function parsePort(text: string): number | null {
  return /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535 ? Number(text) : null;
}

/**
 * Splits a host from its port at the first colon outside brackets, without validating either. The port is null without a colon, and empty if
 * nothing follows it.
 */
export function splitHostPort(authority: string): { readonly host: string; readonly port: string | null } {
  const [, host = authority, port = null] = /^(\[[^\]]*\]|[^:[]*):(.*)$/s.exec(authority) ?? [];
  return { host, port };
}

/** Formats a host and a port as in a url, IPv6 in brackets. */
export function formatAddress(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
