import { isJsonObject, type JsonValue } from '../../model/json.js';
import type { EndpointReport } from '../../model/report.js';
import { formatMs, html, join, type Markup } from './markup.js';

/** The phases of a probe in order: the field of `facts.phasesMs`, and its label. */
const phases = [
  ['dns', 'DNS'],
  ['connect', 'connect'],
  ['tls', 'TLS'],
  ['firstByte', 'first byte'],
] as const;

/** The duration of a full bar, in milliseconds: a round number that nine of ten probed endpoints do not exceed. */
export function chooseScale(endpoints: readonly EndpointReport[]): number {
  const probed = endpoints.filter(({ attempts }) => attempts > 0);
  const durations = probed.map(({ durationMs }) => durationMs).sort((a, b) => a - b);
  const most = Math.max(1, durations[Math.ceil(durations.length * 0.9) - 1] ?? 1);
  const power = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 5].find((step) => step * power >= most) ?? 10) * power;
}

/** Renders the content of a cell: the time as a number, and a bar of its phases. Null for an endpoint that was not probed. */
export function renderLatency({ attempts, durationMs, facts }: EndpointReport, scale: number): Markup | null {
  if (attempts === 0) return null;
  const parts = splitDuration(durationMs, facts['phasesMs']);
  let from = 0;
  const bars = parts.map(({ className, amount }) => {
    const start = Math.min(100, (from / scale) * 100);
    from += amount;
    const width = Math.min(100, (from / scale) * 100) - start;
    return width < 0.05
      ? null
      : html`<rect class="${className}" x="${round(start)}" width="${round(width)}" />`;
  });
  const title = parts.map(({ label, amount }) => `${label} ${formatMs(amount)}`).join(', ');
  const content = html`<title>${title}</title>${bars}`;
  const svg =
    durationMs > scale
      ? html`<svg class="cut" role="img" viewBox="0 0 100 10" preserveAspectRatio="none">${content}</svg>`
      : html`<svg role="img" viewBox="0 0 100 10" preserveAspectRatio="none">${content}</svg>`;
  return html`${formatMs(durationMs)}${svg}`;
}

export function renderLegend(scale: number): Markup {
  const names = [...phases.map(([className, label]) => [className, label] as const), rest];
  const keys = names.map(([className, label]) => html`<span class="key ${className}">${label}</span>`);
  return html`<p class="legend">A full bar is ${formatMs(scale)}: ${join(keys)}</p>`;
}

const rest = ['rest', 'the rest: responses, waits, retries'] as const;

interface Part {
  readonly className: string;
  readonly label: string;
  readonly amount: number;
}

/** The phases of the attempt that counts, and the rest of its total time. */
function splitDuration(durationMs: number, phasesMs: JsonValue | undefined): Part[] {
  const durations = isJsonObject(phasesMs) ? phasesMs : {};
  const parts = phases.flatMap(([className, label]) => {
    const amount = durations[className];
    return typeof amount === 'number' && amount > 0 ? [{ className, label, amount }] : [];
  });
  const remainder = durationMs - parts.reduce((sum, { amount }) => sum + amount, 0);
  return remainder > 0 ? [...parts, { className: rest[0], label: 'rest', amount: remainder }] : parts;
}

function round(share: number): number {
  return Math.round(share * 10) / 10;
}
