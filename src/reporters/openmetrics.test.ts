import { describe, expect, test } from 'vitest';
import { endpoint, report } from '../../test/support/report-samples.js';
import { render as renderOpenmetrics } from './openmetrics.js';

/** The labels of the series of one metric. */
function listSeries(...urls: readonly string[]): string[] {
  const text = renderOpenmetrics(report(urls.map((url) => endpoint({ url, verdict: 'pass' }))));
  return [
    ...text.matchAll(/^probe_success\{.*?target="([^"]*)",file="[^"]*"(?:,duplicate="(\d+)")?\} 1$/gm),
  ].map(([, target = '', duplicate = '']) => `${target} ${duplicate}`.trim());
}

describe('each series is unique', () => {
  test.each([
    [
      'listed twice',
      ['https://a.example', 'https://b.example', 'https://a.example'],
      ['https://a.example', 'https://b.example', 'https://a.example 2'],
    ],
    [
      'other in nothing but the key',
      ['https://a.example/v1/0a1b2c3d4e5f6071', 'https://a.example/v1/1a1b2c3d4e5f6071'],
      ['https://a.example/v1/****************', 'https://a.example/v1/**************** 2'],
    ],
    [
      'alike as far as they are shown',
      [1, 2, 3].map((end) => `https://a.example/${'a/'.repeat(200)}${end}`),
      ['', ' 2', ' 3'].map((end) => `https://a.example/${'a/'.repeat(141)}…${end}`),
    ],
  ])('%s', (_, urls, series) => {
    expect(listSeries(...urls)).toEqual(series);
  });
});
