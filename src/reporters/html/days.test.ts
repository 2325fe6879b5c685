import { describe, expect, test } from 'vitest';
import { renderDays, renderSharedDays } from './days.js';

/** The paths of a picture: class, thickness and data. */
function pathsOf(picture: { toString(): string }): string[] {
  return [
    ...String(picture).matchAll(/<path class="([a-z]+)"(?: stroke-width="(\d)")? d="([^"]*)" \/>/g),
  ].map(([, name, width = '8', data]) => `${String(name)} ${width} ${String(data)}`);
}

describe('days in a row with the same result are one line', () => {
  test.each([
    ['P'.repeat(90), ['pass 8 M0 4h90']],
    [`${'P'.repeat(70)}${'F'.repeat(20)}`, ['pass 8 M0 4h70', 'fail 8 M70 4h20']],
    ['PPFPP', ['pass 8 M0 4h2m1 0h2', 'fail 8 M2 4h1']],
    ['PMP', ['pass 8 M0 4h1m1 0h1', 'pass 4 M1 6h1', 'fail 4 M1 2h1']],
    ['.I', ['unknown 1 M0 7.5h1', 'inconclusive 3 M1 6.5h1']],
  ])('%s', (days, paths) => {
    expect(pathsOf(renderDays(days, 'label'))).toEqual(paths);
  });

  test('and other characters are unknown days', () => {
    expect(pathsOf(renderDays('"<x', 'label'))).toEqual(['unknown 1 M0 7.5h3']);
  });
});

describe('the bar of an endpoint is small, and never cut', () => {
  test.each([
    ['P'.repeat(90), 250],
    [`${'.'.repeat(30)}${'P'.repeat(30)}IFMMPP${'P'.repeat(4)}${'F'.repeat(20)}`, 500],
    // The longest data of 90 days.
    ['PF'.repeat(45), 800],
    ['MF'.repeat(45), 1_100],
  ])('%s has less than %d bytes', (days, limit) => {
    const picture = String(renderDays(days, 'uptime 100 % over 30 days, passing since 2026-01-01, 100 runs'));
    expect(Buffer.byteLength(picture)).toBeLessThan(limit);
    expect(picture).not.toContain('…');
  });
});

describe('each day of several endpoints shows the share that passed', () => {
  test.each([
    ['all', ['P', 'P'], ['pass 8 M89 4h1']],
    ['none', ['F', 'F'], ['fail 8 M89 4h1']],
    ['half', ['P', 'F'], ['pass 4 M89 6h1', 'fail 4 M89 2h1']],
    ['three of four', ['P', 'P', 'M', 'M'], ['pass 6 M89 5h1', 'fail 2 M89 1h1']],
    [
      'one of a hundred failed',
      [...Array.from({ length: 99 }, () => 'P'), 'F'],
      ['pass 7 M89 4.5h1', 'fail 1 M89 0.5h1'],
    ],
    [
      'one of a hundred passed',
      [...Array.from({ length: 99 }, () => 'F'), 'P'],
      ['pass 1 M89 7.5h1', 'fail 7 M89 3.5h1'],
    ],
    ['what proves nothing does not count', ['P', 'I', '.'], ['pass 8 M89 4h1']],
    ['nothing was proved', ['.', 'I'], ['inconclusive 3 M89 6.5h1']],
  ])('%s', (_, lastDays, paths) => {
    const all = lastDays.map((day) => day.padStart(90, '.'));
    expect(pathsOf(renderSharedDays(all, 'label'))).toEqual(['unknown 1 M0 7.5h89', ...paths]);
  });
});
