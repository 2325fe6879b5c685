import { createHash } from 'node:crypto';
import type { Finding } from '../model/finding.js';
import type { EndpointReport } from '../model/report.js';

/**
 * Identifies each finding of a report wherever its line moves: by its rule, its file, and its entry by kind and url. Code scanning and GitLab
 * take the same fingerprint for the same alert, so that moved lines reopen nothing. Equal findings are numbered in the order in which they are passed,
 * so no two fingerprints are equal.
 */
export function createFingerprints(endpoints: readonly EndpointReport[]): (finding: Finding) => string {
  const counts = new Map<string, number>();
  return ({ rule, file, pointer, endpoint }) => {
    const entry = endpoint === null ? undefined : endpoints[endpoint];
    const identity =
      entry === undefined ? [rule, file, pointer] : [rule, file, entry.kind, entry.url ?? entry.provider];
    const hash = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 16);
    const occurrence = (counts.get(hash) ?? 0) + 1;
    counts.set(hash, occurrence);
    return `${hash}:${occurrence}`;
  };
}
