import { countUptime, keptDays, takeDays } from '../../history/days.js';
import type { ReportedHistory } from '../../model/history.js';
import { html, type Markup } from './markup.js';

/** Height of the bar of a day, in units of the picture; its width is one unit. */
const fullHeight = 8;

/** The level of a day: the share of endpoints that were up, from 0 to `fullHeight`, or why that is unknown. */
type Level = number | 'inconclusive' | 'unknown';

/** The last days of a history, one character each; the last one is the day of `now`. */
export function takeLastDays({ days, lastRun }: ReportedHistory, now: string): string {
  return takeDays(days, lastRun, now, keptDays);
}

/** Renders the days of an endpoint as a picture, the last one on the right. */
export function renderDays(days: string, label: string): Markup {
  return renderPicture(Array.from(days, readDay), label);
}

/** Renders the days of several endpoints as one picture: the share that was up on each day. */
export function renderSharedDays(all: readonly string[], label: string): Markup {
  const results = Array.from({ length: keptDays }, (_, at) => all.map((days) => days.charAt(at)).join(''));
  return renderPicture(results.map(readShare), label);
}

export function renderDaysLegend(): Markup {
  const keys = [
    ['P', 'up'],
    ['F', 'down'],
    ['M', 'partly up'],
    ['I', 'inconclusive'],
    ['.', 'no run'],
  ] as const;
  const samples = keys.map(
    ([day, label]) =>
      html` <span class="sample"
        ><svg aria-hidden="true" viewBox="0 0 3 ${fullHeight}" preserveAspectRatio="none">
          ${renderLevels(Array.from(day.repeat(3), readDay))}
        </svg>
        ${label}</span
      >`,
  );
  return html`<p class="history-legend">Last ${keptDays} days (UTC), today at the right:${samples}</p>`;
}

function readDay(day: string): Level {
  if (day === 'I') return 'inconclusive';
  return day === 'P' ? fullHeight : day === 'M' ? fullHeight / 2 : day === 'F' ? 0 : 'unknown';
}

/** Rounded, but full only if all were up, and empty only if none was up. */
function readShare(results: string): Level {
  const share = countUptime(results);
  if (share === null) return results.includes('I') ? 'inconclusive' : 'unknown';
  if (share === 0 || share === 1) return share * fullHeight;
  return Math.min(fullHeight - 1, Math.max(1, Math.round(share * fullHeight)));
}

function renderPicture(levels: readonly Level[], label: string): Markup {
  return html`<svg
    class="days"
    role="img"
    aria-label="${label}"
    viewBox="0 0 ${levels.length} ${fullHeight}"
    preserveAspectRatio="none"
  >
    ${renderLevels(levels)}
  </svg>`;
}

/**
 * Draws one path for all days of a level, a line as thick as their bars are high. Days that are up are dashes (page.css), adjacent days that are
 * down are one block, so that color is not the only difference. The script reads the days from these paths.
 */
function renderLevels(levels: readonly Level[]): Markup {
  const lines = new Map<string, DrawnLine>();
  for (let from = 0; from < levels.length;) {
    const level = levels[from] ?? 'unknown';
    let to = from + 1;
    while (levels[to] === level) to++;
    for (const line of drawLevel(level)) {
      const key = `${line.className} ${line.height}`;
      const drawn = lines.get(key);
      const start = drawn === undefined ? `M${from} ${line.center}` : `${drawn.path}m${from - drawn.end} 0`;
      lines.set(key, { ...line, path: `${start}h${to - from}`, end: to });
    }
    from = to;
  }
  const paths = [...lines.values()].map(({ className, height, path }) =>
    height === fullHeight
      ? html`<path class="${className}" d="${path}" />`
      : html`<path class="${className}" stroke-width="${height}" d="${path}" />`,
  );
  return html`${paths}`;
}

/** A horizontal line: its thickness, and the distance of its center from the top. */
interface Line {
  readonly className: 'pass' | 'fail' | 'inconclusive' | 'unknown';
  readonly height: number;
  readonly center: number;
}

interface DrawnLine extends Line {
  /** SVG path data with relative commands: at most 280 characters for 90 days, below the limit of escaping. */
  readonly path: string;
  readonly end: number;
}

/** Up is drawn below down. */
function drawLevel(level: Level): Line[] {
  if (level === 'unknown') return [{ className: 'unknown', height: 1, center: fullHeight - 0.5 }];
  if (level === 'inconclusive') return [{ className: 'inconclusive', height: 3, center: fullHeight - 1.5 }];
  const failed = fullHeight - level;
  const lines: readonly Line[] = [
    { className: 'pass', height: level, center: fullHeight - level / 2 },
    { className: 'fail', height: failed, center: failed / 2 },
  ];
  return lines.filter(({ height }) => height > 0);
}
