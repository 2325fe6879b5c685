/** The header by which Prometheus says how long it waits (https://github.com/prometheus/prometheus/blob/main/scrape/scrape.go). */
export const timeoutHeader = 'x-prometheus-scrape-timeout-seconds';

/** Time left for sending the answer, as prometheus/blackbox_exporter's --timeout-offset. */
const offsetMs = 500;

/**
 * How long a scrape waits for its answer, in milliseconds: half a second less than Prometheus does, at most `longestMs`, which also holds
 * without the header. Null if the header is no number of seconds.
 */
export function readScrapeTimeout(
  header: string | readonly string[] | undefined,
  longestMs: number,
): number | null {
  if (header === undefined) return longestMs;
  const ms = typeof header === 'string' && /^\d{1,9}(\.\d{1,9})?$/.test(header) ? Number(header) * 1_000 : 0;
  if (ms <= 0) return null;
  // Half of a very short time.
  return Math.min(longestMs, Math.max(ms - offsetMs, ms / 2));
}
