import type { IncomingMessage } from 'node:http';
import { parseQuery, splitTarget } from '../http-server/request-target.js';
import { truncate } from '../model/truncate.js';

export interface ProbeRequest {
  readonly kind: string;
  readonly target: string;
  readonly chain: string | null;
  /** How long the client waits for its answer, in milliseconds. */
  readonly waitMs: number;
}

const names: readonly string[] = ['kind', 'target', 'chain'];

/** What to do about a parameter that is missing. */
const hints: Readonly<Record<string, string>> = {
  kind: 'add kind=rpc',
  target: 'copy the address from /targets',
};

/** The header by which Prometheus says how long it waits (https://github.com/prometheus/prometheus/blob/main/scrape/scrape.go). */
const timeoutHeader = 'x-prometheus-scrape-timeout-seconds';

/** Time left for sending the answer, as prometheus/blackbox_exporter's --timeout-offset. */
const offsetMs = 500;

/** Parses a request of `/probe`, or returns its errors as sentences. An empty value is none. A client waits for `longestMs` at most, and by default. */
export function parseProbeRequest(
  { url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>,
  longestMs: number,
): ProbeRequest | readonly string[] {
  const sent = parseQuery(splitTarget(url).query);
  const errors: string[] = [];
  const read = (name: string): string => {
    const values = sent.get(name) ?? [];
    const [value = ''] = values;
    if (values.length > 1) errors.push(`${name} is repeated`);
    else if (value === null) errors.push(`${name}: expected percent-encoded UTF-8`);
    else if (value === '' && hints[name] !== undefined) errors.push(`${name} is missing: ${hints[name]}`);
    return value ?? '';
  };
  const [kind, target, chain] = [read('kind'), read('target'), read('chain')];
  const unknown = [...sent.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined)
    errors.push(`unknown parameter ${JSON.stringify(truncate(unknown))}: expected kind, target or chain`);
  const waitMs = readWait(headers[timeoutHeader], longestMs);
  if (waitMs === null) errors.push(`${timeoutHeader}: expected a number of seconds above 0`);
  else if (errors.length === 0) return { kind, target, chain: chain === '' ? null : chain, waitMs };
  return errors;
}

/** Half a second less than Prometheus waits; half of a very short time. Null if the header is no number of seconds. */
function readWait(header: string | readonly string[] | undefined, longestMs: number): number | null {
  if (header === undefined) return longestMs;
  const ms = typeof header === 'string' && /^\d{1,9}(\.\d{1,9})?$/.test(header) ? Number(header) * 1_000 : 0;
  return ms <= 0 ? null : Math.min(longestMs, Math.max(ms - offsetMs, ms / 2));
}
