import { createHash } from 'node:crypto';
import type { Finding } from '../model/finding.js';
import { tagKeys } from '../model/tag-keys.js';
import type { EndpointReport } from '../model/report.js';

/**
 * Returns a function that identifies findings even if their lines move: by rule, file, and the entry's kind and url, whose keys may be masked. Code scanning and GitLab
 * recognise alerts by it. Equal findings are numbered in the order of calls, so all fingerprints are distinct.
 */
export function createFingerprints(endpoints: readonly EndpointReport[]): (finding: Finding) => string {
  const counts = new Map<string, number>();
  return ({ rule, file, pointer, endpoint }) => {
    const entry = endpoint === null ? undefined : endpoints[endpoint];
    const identity =
      entry === undefined
        ? [rule, file, pointer]
        : [rule, file, entry.kind, entry.url === null ? entry.provider : tagKeys(entry.url)];
    const hash = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 16);
    const occurrence = (counts.get(hash) ?? 0) + 1;
    counts.set(hash, occurrence);
    return `${hash}:${occurrence}`;
  };
}
