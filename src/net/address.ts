import { isIPv4 as isDottedDecimal } from 'node:net';
import { domainToASCII } from 'node:url';
import ipaddr from 'ipaddr.js';
import { parseUrl } from '../model/parse-url.js';

/** Public by its range, and the platform's own on every machine in Azure. */
const azurePlatform = '168.63.129.16';

/**
 * Finds why an IP address is not public unicast (the name of its range), or null where it is. IPv6 is public in
 * 2000::/3 only, so that every embedded IPv4 form (mapped, compatible, NAT64, 6to4) is refused.
 * Source: the IANA special-purpose address registries (RFC 6890), by way of ipaddr.js.
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
 * True for an IPv6 address that a resolver can have made from an A record for a network without IPv4 (DNS64, RFC 6147): public IPv4
 * after the prefix 64:ff9b::/96. With that prefix no other IPv4 may be written (RFC 6052 section 3.1), so one that embeds a private
 * address was published by someone.
 */
export function isDns64Address(address: string): boolean {
  const ip = ipaddr.parse(address);
  return ip.range() === 'rfc6052' && findRefusedRange(ip.toByteArray().slice(12).join('.')) === null;
}

/** True for an IP address in its usual spelling: dotted decimal without leading zeros, or IPv6 without a zone. */
export function isIpAddress(host: string): boolean {
  return isIpv4(host) || isIpv6(host);
}

function isIpv4(host: string): boolean {
  // ipaddr.js refuses a name by throwing, which costs more than everything else that is done for it.
  return isDottedDecimal(host);
}

/** True for an IPv6 address without brackets and without a zone. */
export function isIpv6(host: string): boolean {
  return host.includes(':') && !host.includes('%') && ipaddr.IPv6.isValid(host);
}

/**
 * Reads a host strictly: an IP address in its usual spelling, or an ASCII host name (RFC 1123, underscores
 * let through). What a resolver would read as a number (`2130706433`, `0x7f.1`, `0177.0.0.1`, `127.1`) is refused.
 * Returns it in lower case without a final dot, or null.
 */
export function parseHost(text: string): string | null {
  if (text.startsWith('[') && text.endsWith(']')) {
    const inner = text.slice(1, -1);
    // Not by ipaddr.js, which takes ::127.0.0.1 for ::ffff:127.0.0.1, https://github.com/whitequark/ipaddr.js/blob/main/lib/ipaddr.js.
    return isIpv6(inner) ? (parseUrl(`http://${text}`)?.hostname.slice(1, -1) ?? null) : null;
  }
  const lower = text.toLowerCase();
  const name = lower.endsWith('.') ? lower.slice(0, -1) : lower;
  if (name.length <= 253 && hostName.test(name) && !numericEnd.test(name)) return name;
  return isIpv4(text) ? text : null;
}

const hostName = /^([\da-z_]([\da-z_-]{0,61}[\da-z_])?(\.(?!$)|$))+$/;
const numericEnd = /(^|\.)(\d+|0x[\da-f]*)$/;

/** The ASCII form of an international host name (UTS 46), for hints; null if it has none. */
export function suggestAsciiHost(host: string): string | null {
  return domainToASCII(host) || null;
}

/** Reads a port in decimal digits: 1 to 65535, no sign, no leading zero; null for anything else. */
export function parsePort(text: string): number | null {
  return /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535 ? Number(text) : null;
}

/**
 * Splits a host from its port at the first colon outside brackets; judges neither. The port is null where there is no colon,
 * and empty where nothing follows it.
 */
export function splitHostPort(authority: string): { readonly host: string; readonly port: string | null } {
  const [, host = authority, port = null] = /^(\[[^\]]*\]|[^:[]*):(.*)$/s.exec(authority) ?? [];
  return { host, port };
}

/** Joins a host and a port as a url does, IPv6 in brackets. */
export function formatAddress(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
