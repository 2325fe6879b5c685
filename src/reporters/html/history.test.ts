import { describe, expect, test } from 'vitest';
import { renderDays, renderSharedDays } from './history.js';

const now = '2026-01-01T12:00:00.000Z';

/** The title of each group of days, and its lines: class, thickness and data. */
function groupsOf(picture: { toString(): string }): string[] {
  const groups = [
    ...String(picture).matchAll(
      /((?:<path[^>]*>)+)<rect\s+x="(\d+)"\s+width="(\d+)"\s*><title>([^<]*)<\/title>/g,
    ),
  ];
  return groups.map(([, paths = '', x, width, title]) => {
    const lines = [...paths.matchAll(/<path class="([a-z]+)"(?: stroke-width="([\d.]+)")? d="([^"]*)"/g)].map(
      ([, name, height = '8', data]) => [name, height, data].join(' '),
    );
    return [title, ...lines, `${String(x)}+${String(width)}`].join(', ');
  });
}

describe('days in a row with the same result are one group, whose title has their dates', () => {
  test.each([
    ['P'.repeat(90), ['2025-10-04 to 2026-01-01: up, pass 8 M0 4h90, 0+90']],
    [
      'PPFPP',
      [
        '2025-12-28 to 2025-12-29: up, pass 8 M0 4h2, 0+2',
        '2025-12-30: down, fail 8 M2 4h1, 2+1',
        '2025-12-31 to 2026-01-01: up, pass 8 M3 4h2, 3+2',
      ],
    ],
    ['M', ['2026-01-01: partly up, pass 4 M0 6h1, fail 4 M0 2h1, 0+1']],
    [
      '.I',
      [
        '2025-12-31: no run, unknown 1 M0 7.5h1, 0+1',
        '2026-01-01: inconclusive, inconclusive 3 M1 6.5h1, 1+1',
      ],
    ],
    ['"<x', ['2025-12-30 to 2026-01-01: no run, unknown 1 M0 7.5h3, 0+3']],
  ])('%s', (days, groups) => {
    expect(groupsOf(renderDays(days, 'label', now))).toEqual(groups);
  });
});

describe('each day of several endpoints shows the share that passed', () => {
  test.each([
    ['all', ['P', 'P'], 'up, pass 8 M89 4h1'],
    ['none', ['F', 'F'], 'down, fail 8 M89 4h1'],
    ['half', ['P', 'F'], 'partly up, pass 4 M89 6h1, fail 4 M89 2h1'],
    ['three of four', ['P', 'P', 'M', 'M'], 'partly up, pass 6 M89 5h1, fail 2 M89 1h1'],
    [
      'one of a hundred failed',
      [...Array.from({ length: 99 }, () => 'P'), 'F'],
      'partly up, pass 7 M89 4.5h1, fail 1 M89 0.5h1',
    ],
    [
      'one of a hundred passed',
      [...Array.from({ length: 99 }, () => 'F'), 'P'],
      'partly up, pass 1 M89 7.5h1, fail 7 M89 3.5h1',
    ],
    ['what proves nothing does not count', ['P', 'I', '.'], 'up, pass 8 M89 4h1'],
    ['nothing was proved', ['.', 'I'], 'inconclusive, inconclusive 3 M89 6.5h1'],
  ])('%s', (_, lastDays, group) => {
    const all = lastDays.map((day) => day.padStart(90, '.'));
    expect(groupsOf(renderSharedDays(all, 'label', now)).at(-1)).toBe(`2026-01-01: ${group}, 89+1`);
  });
});
