import { XmlElement } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import { render, texts } from '../../../test/support/html-pages.js';
import { endpoint, report } from '../../../test/support/report-samples.js';
import type { Report } from '../../model/report.js';

describe('the bar of the latency', () => {
  const phasesMs = { dns: 1, connect: 9, tls: 20, firstByte: 30, total: 61 };
  const bars = (sample: Report) =>
    render(sample)
      .find('//tbody[@data-verdict]//svg')
      .map((svg) =>
        svg
          .find('rect')
          .map((rect) => (rect instanceof XmlElement ? rect.attrs.map(({ value }) => value) : [])),
      );

  test('stacks the phases, and the rest', () => {
    const sample = report([endpoint({ durationMs: 100, facts: { phasesMs } })]);
    expect(bars(sample)).toEqual([
      [
        ['dns', '0', '1'],
        ['connect', '1', '9'],
        ['tls', '10', '20'],
        ['firstByte', '30', '30'],
        ['rest', '60', '40'],
      ],
    ]);
    expect(texts(render(sample), '//tbody[@data-verdict]//svg/title')).toEqual([
      'DNS 1 ms, connect 9 ms, TLS 20 ms, first byte 30 ms, rest 40 ms',
    ]);
  });

  test('is full at a round number that nine of ten stay below; longer ones are cut', () => {
    const durations = [10, 20, 30, 40, 50, 60, 70, 80, 130, 20_000];
    const sample = report(durations.map((durationMs) => endpoint({ durationMs, facts: {} })));
    expect(texts(render(sample), '//p[@class="legend"]')[0]).toContain('A full bar is 200 ms');
    expect(bars(sample).map(([rest]) => rest?.[2])).toEqual(
      [5, 10, 15, 20, 25, 30, 35, 40, 65, 100].map(String),
    );
  });
});
