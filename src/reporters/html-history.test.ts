import { describe, expect, test } from 'vitest';
import { live } from '../../test/support/histories.js';
import { render, texts } from '../../test/support/html-pages.js';
import { endpoint, report } from '../../test/support/report-samples.js';
import type { Verdict } from '../model/report.js';

const lived = (name: string, verdict: Verdict, days: string, chain = 'kava') =>
  endpoint({ url: `https://${name}.example.com`, chain, verdict, history: live(days) });

describe('changes come first', () => {
  test('the rest of a long list is folded', () => {
    const many = render(report(Array.from({ length: 25 }, (_, at) => lived(`n${at}`, 'fail', 'PF'))));
    const section = '//section[@id="newly-failing"]';
    expect(many.find(`${section}/ul/li`)).toHaveLength(20);
    expect(texts(many, `${section}/details/summary`)).toEqual(['5 more']);
    expect(many.find(`${section}/details/ul/li`)).toHaveLength(5);
  });

  test('is no section if nothing changed', () => {
    const same = render(report([lived('steady', 'pass', 'PP')]));
    expect(texts(same, '//main/section/@id')).toEqual(['chains', 'endpoints', 'providers']);
    expect(texts(same, '//header/p[@class="scope"]')).toEqual([
      'Nothing newly failing or recovered since the last run',
    ]);
  });

  test('is not counted if the history did not count the run', () => {
    const uncounted = render(report([lived('steady', 'fail', 'PF.')]));
    expect(uncounted.find('//header/dl/div[contains(@class, "change")]')).toEqual([]);
  });
});

describe('each endpoint has its last 90 days', () => {
  test('of which one that fails for its chain is up, and says so', () => {
    const wrong = render(report([lived('wrong', 'fail', 'P')]));
    expect(texts(wrong, '//tr[@class="lived"]/td/span')).toEqual(['up, though this entry fails']);
    const sentence = '"Up" only means that something of the right kind answered.';
    expect(texts(wrong, `//*[text()[contains(., '"Up"')]]`)).toEqual([expect.stringContaining(sentence)]);
  });

  test('up to the run, whenever it was probed last', () => {
    const before = { ...lived('late', 'skipped', 'PF'), attempts: 0 };
    const later = { ...report([before]), startedAt: '2026-01-03T00:00:00.000Z' };
    expect(texts(render(later), '//tr[@class="lived"]/td')[0]).toContain('last probed 2026-01-01');
    expect(texts(render(later), '//tr[@class="lived"]//path[@class="fail"]/@d')[0]).toBe('M87 4h1');
  });
});
