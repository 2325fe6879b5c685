import type { ProblemOf } from '../model/rule.js';
import { truncate } from '../model/truncate.js';
import type { ListingData } from './listing-rules.js';

const schemeAndHost = /^([a-z][\da-z+.-]*:\/\/)?(\[[^\]]*\]|[^:/?#]*)/i;

/** Reports capitals in the scheme or host of a well-formed address; otherwise null. */
export function judgeHostCase(url: string): ProblemOf<Pick<ListingData, 'entry/host-case'>> | null {
  // Almost no url has capitals.
  if (url === url.toLowerCase()) return null;
  const [, scheme = '', host = ''] = schemeAndHost.exec(url) ?? [];
  const isSchemeLower = scheme === scheme.toLowerCase();
  if (isSchemeLower && host === host.toLowerCase()) return null;
  return { code: 'entry/host-case', data: { written: truncate(isSchemeLower ? host : scheme + host) } };
}

/** Writes the scheme and host of a well-formed address in lower case, which changes nothing: RFC 3986 section 6.2.2.1. */
export function lowerHost(url: string): string {
  return url.replace(schemeAndHost, (found) => found.toLowerCase());
}
