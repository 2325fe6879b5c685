import type { ProblemOf } from '../model/rule.js';
import { truncate } from '../model/truncate.js';
import type { ListingData } from './listing-rules.js';

/** The scheme and the host of a well-formed address, without its port. */
const schemeAndHost = /^([a-z][\da-z+.-]*:\/\/)?(\[[^\]]*\]|[^:/?#]*)/i;

/** A well-formed address whose scheme or host is written with capitals; null for all others. */
export function judgeHostCase(url: string): ProblemOf<Pick<ListingData, 'entry/host-case'>> | null {
  // Nearly no url has any.
  if (url === url.toLowerCase()) return null;
  const [, scheme = '', host = ''] = schemeAndHost.exec(url) ?? [];
  const isSchemeLower = scheme === scheme.toLowerCase();
  if (isSchemeLower && host === host.toLowerCase()) return null;
  return { code: 'entry/host-case', data: { written: truncate(isSchemeLower ? host : scheme + host) } };
}

/** A well-formed address with its scheme and host in lower case, which is the same address: RFC 3986 section 6.2.2.1. */
export function lowerHost(url: string): string {
  return url.replace(schemeAndHost, (found) => found.toLowerCase());
}
