import { describe, expect, test } from 'vitest';
import { render, texts, textOf } from '../../test/support/html-reader.js';
import { live } from '../../test/support/history-samples.js';
import { endpoint, finding, report } from '../../test/support/report-samples.js';
import type { Verdict } from '../model/report.js';

const long = (days: string) => days.padStart(90, 'P');
const lived = (name: string, verdict: Verdict, days: string, chain = 'kava') =>
  endpoint({ url: `https://${name}.example.com`, chain, verdict, history: live(days) });

const sample = report(
  [
    lived('steady', 'pass', long('')),
    lived('gone', 'fail', long('F'.repeat(20)), 'akash'),
    lived('new', 'fail', long('F')),
    lived('back', 'pass', long('FFP'), 'akash'),
    lived('open', 'inconclusive', 'II'),
    endpoint({ url: 'https://never.example.com', verdict: 'skipped', attempts: 0 }),
  ],
  [
    finding({ endpoint: 1 }),
    finding({ endpoint: 2, message: 'it answered 503' }),
    finding({ endpoint: 2, severity: 'notice', message: 'beside the point' }),
  ],
);
const page = render(sample);

describe('changes come first', () => {
  test('before all other sections, the chains before their endpoints', () => {
    expect(texts(page, '//main/section/@id')).toEqual([
      'newly-failing',
      'recovered',
      'chains',
      'endpoints',
      'providers',
      'rules',
    ]);
  });

  test('newly failing endpoints, with the reason and when they last were up', () => {
    expect(texts(page, '//section[@id="newly-failing"]/ul/li/p')).toEqual([
      'fail https://new.example.com kava, evm, Kava last up 2025-12-31 00:00 UTC',
    ]);
    expect(texts(page, '//section[@id="newly-failing"]//li/b')).toEqual(['error']);
    expect(texts(page, '//section[@id="newly-failing"]//li/ul')[0]).toContain('it answered 503');
  });

  test('recovered endpoints', () => {
    expect(texts(page, '//section[@id="recovered"]/ul/li/p')).toEqual([
      'pass https://back.example.com akash, evm, Kava',
    ]);
    expect(texts(page, '//section[@id="recovered"]//*[@aria-label]/@aria-label')).toEqual([
      'uptime 93.3 % over 30 days, up since 2026-01-01, 1 run',
    ]);
  });

  test('with a count of each, and a sentence', () => {
    expect(texts(page, '//header/dl/div[contains(@class, "change")]')).toEqual([
      'newly failing 1',
      'recovered 1',
    ]);
    expect(texts(page, '//header/p[@class="scope"]')[0]).toBe(
      '1 newly failing, 1 recovered since the last run',
    );
  });

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
  const rows = page.find('//table[@id="endpoints-table"]/tbody');

  test('with its uptime in its row, and below it marks, and since when it is not up', () => {
    const read = (path: string) => rows.map((row) => row.find(path).map(textOf).join());
    expect(read('tr[1]/td[@class="uptime"]')).toEqual([
      '33.3 %',
      '96.6 %',
      'no result',
      'not probed',
      '100 %',
      '93.3 %',
    ]);
    expect(read('tr[@class="lived"]/td[2]')).toEqual([
      'dead down for 20 runs since 2025-12-13, last up 2025-12-12 00:00 UTC',
      'flaky down for 1 run since 2026-01-01, last up 2025-12-31 00:00 UTC',
      'inconclusive for 2 runs since 2025-12-31',
      '',
      '',
      'flaky',
    ]);
  });

  test('of which one that fails for its chain is up, and says so', () => {
    const wrong = render(report([lived('wrong', 'fail', 'P')]));
    expect(texts(wrong, '//tr[@class="lived"]/td[2]')).toEqual(['up, though this entry fails']);
    const sentence =
      'Up is less than pass: an endpoint of its kind answered, even one that fails for serving another chain.';
    expect(texts(wrong, '//p[@class="history-legend"]')[1]).toContain(`Uptime is over 1 day. ${sentence}`);
    expect(texts(wrong, '//table[@id="chains-table"]/caption')[0]).toContain(sentence);
  });

  test('as a picture with a text', () => {
    expect(texts(page, '//tbody[@data-verdict]//svg[@role="img"]/@aria-label')).toEqual([
      'uptime 33.3 % over 30 days, down since 2025-12-13, 20 runs',
      'uptime 96.6 % over 30 days, down since 2026-01-01, 1 run',
      'no result in 2 days, inconclusive since 2025-12-31, 2 runs',
      'uptime 100 % over 30 days, up since 2025-10-04, 90 runs',
      'uptime 93.3 % over 30 days, up since 2026-01-01, 1 run',
    ]);
  });

  test('and is sorted by its uptime, unknown ones last', () => {
    expect(texts(page, '//td[@class="uptime"]/@data-key').slice(2, 8)).toEqual([
      '333',
      '966',
      '',
      '',
      '1000',
      '933',
    ]);
  });

  test('up to the run, whenever it was probed last', () => {
    const before = { ...lived('late', 'skipped', 'PF'), attempts: 0 };
    const later = { ...report([before]), startedAt: '2026-01-03T00:00:00.000Z' };
    expect(texts(render(later), '//tr[@class="lived"]/td[2]')[0]).toContain('last probed 2026-01-01');
    expect(texts(render(later), '//tr[@class="lived"]//path[@class="fail"]/@d')[0]).toBe('M87 4h1');
  });
});

test('each chain has the days and the uptime of its endpoints together', () => {
  const rows = page.find('//table[@id="chains-table"]/tbody/tr');
  expect(rows.map((row) => row.find('th|td[@class="uptime"]').map(textOf))).toEqual([
    ['akash', '63.3 %'],
    ['kava', '98.3 %'],
  ]);
  expect(texts(page, '//table[@id="chains-table"]//svg/@aria-label')).toEqual([
    'uptime 63.3 % over 30 days',
    'uptime 98.3 % over 30 days',
  ]);
});

test('a page without history has none of this', () => {
  const endpoints = sample.endpoints.map((row) => ({ ...row, history: null }));
  const plain = render({ ...sample, endpoints });
  expect(
    plain.find('//*[contains(@class, "lived") or contains(@class, "days") or contains(@class, "change")]'),
  ).toEqual([]);
  expect(texts(plain, '//main/section/@id')).toEqual(['endpoints', 'chains', 'providers', 'rules']);
  expect(plain.find('//table[@id="endpoints-table"]/thead//th')).toHaveLength(8);
});
