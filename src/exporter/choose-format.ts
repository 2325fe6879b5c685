import type { metricsFormats } from '../reporters/metrics/render-metrics.js';

/**
 * The text format that a client prefers by its Accept header (RFC 9110 section 12.5.1): OpenMetrics 1.0 if it names it and rates it no lower than
 * plain text, else Prometheus' format, which every client can read.
 */
export function chooseFormat(accept: string | undefined): keyof typeof metricsFormats {
  const ranges = (accept ?? '').split(',').map(parseRange);
  const rate = (isMeant: (range: MediaRange) => boolean) =>
    Math.max(0, ...ranges.filter(isMeant).map(({ quality }) => quality));
  const openmetrics = rate(
    ({ type, version }) =>
      type === 'application/openmetrics-text' && (version === null || version === '1.0.0'),
  );
  const plain = rate(
    ({ type, version }) => type === 'text/plain' && (version === null || version === '0.0.4'),
  );
  return openmetrics > 0 && openmetrics >= plain ? 'openmetrics' : 'prometheus';
}

interface MediaRange {
  readonly type: string;
  readonly version: string | null;
  /** The quality, from 0 (not acceptable) to 1. */
  readonly quality: number;
}

function parseRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const read = (name: string) =>
    parameters.find((parameter) => parameter.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
  const quality = Number(read('q') ?? 1);
  return { type, version: read('version'), quality: quality >= 0 && quality <= 1 ? quality : 0 };
}
