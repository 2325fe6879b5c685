import { describe, expect, test } from 'vitest';
import { mixed, options, render, textOf, texts } from '../../test/support/html-pages.js';
import { endpoint, file, finding, report } from '../../test/support/report-samples.js';
import { rules } from '../engine/rule-catalogue.js';
import type { Report, Verdict } from '../model/report.js';
import { render as renderHtml } from './html.js';

describe('the result comes first', () => {
  const pass = endpoint({ verdict: 'pass' });
  const skipped = endpoint({ verdict: 'skipped', attempts: 0 });
  const fail = endpoint();
  const invalid = endpoint({ verdict: 'invalid', attempts: 0 });
  const unowned = finding({ endpoint: null });
  test.each([
    ['1 of 1 endpoint fails', report([fail], [finding()])],
    ['1 of 1 endpoint fails; 1 other error', report([fail], [finding(), unowned])],
    ['2 of 3 endpoints fail', report([fail, pass, fail])],
    ['1 of 2 endpoints fails, 1 more is invalid', report([fail, invalid], [finding({ endpoint: 1 })])],
    ['1 of 2 endpoints is invalid', report([invalid, pass], [finding()])],
    ['No endpoints', report([])],
    ['Interrupted: 1 of 1 endpoint fails', { ...report([fail]), interrupted: true }],
    ['No endpoints, 1 error', report([], [unowned])],
    ['No endpoint was probed', report([skipped, skipped])],
    ['No endpoint was probed; 2 other errors', report([skipped], [unowned, unowned])],
    [
      'No endpoint fails, 1 of 2 endpoints is inconclusive',
      report([pass, endpoint({ verdict: 'inconclusive' })]),
    ],
    ['1 of 2 endpoints passes, none fails', report([pass, skipped])],
    ['All 2 endpoints pass', report([pass, pass])],
    ['The endpoint passes; 1 other error', report([pass], [unowned])],
  ])('%s', (verdict, sample) => {
    const page = render(sample);
    expect(texts(page, '//h1')).toEqual([verdict]);
    expect(texts(page, '/html/head/title')).toEqual([`${verdict}: endpoint-check`]);
  });

  test('after the name of the registry, which is text', () => {
    const page = render(report([pass]), { registry: '<b>cosmos</b>/chain-registry' });
    const heading = '<b>cosmos</b>/chain-registry: The endpoint passes';
    expect(texts(page, '//h1')).toEqual([heading]);
    expect(texts(page, '/html/head/title')).toEqual([heading]);
  });

  test('then how many chains are fine, with the names of those that are not', () => {
    const of = (chain: string, ...verdicts: readonly Verdict[]) =>
      verdicts.map((verdict) => endpoint({ chain, verdict }));
    const sentences = (sample: Report) => texts(render(sample), '//header/p[not(@class)]');
    const dead = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].flatMap((chain) => of(chain, 'fail'));
    const all = [...of('x', 'pass', 'skipped'), ...of('y', 'pass', 'invalid'), ...of('z', 'inconclusive')];
    expect(sentences(report([...all, ...dead]))).toEqual([
      'Of 10 chains, 1 is fine, 1 has failing endpoints, 7 have none that passes (a, b, c, d, e, 2 more), 1 could not be judged.',
    ]);
    expect(sentences(report([...of('x', 'pass'), ...of('y', 'pass')]))).toEqual(['Of 2 chains, 2 are fine.']);
    expect(sentences(report(of('x', 'pass')))).toEqual([]);
    expect(sentences(report([...of('x', 'skipped'), ...of('y', 'skipped')]))).toEqual([]);
  });

  test('and counts nothing that is not there', () => {
    expect(texts(render(report([pass, pass])), '//header/dl/div')).toEqual(['passed 2']);
    expect(texts(render(report([])), '//header/dl')).toEqual([]);
    expect(texts(render(report([pass, pass])), '//form//label[input/@name="verdict"]')).toEqual(['pass 2']);
  });

  test('with the part that was checked, in full', () => {
    const scope = `Only what changed was checked: ${'a file and '.repeat(60)}no more.`;
    expect(texts(render(mixed, { scope }), '//header/p[@class="scope"]')).toEqual([scope]);
  });
});

test('findings about no endpoint are listed with their file', () => {
  const sample = report(
    [endpoint({ verdict: 'pass' })],
    [
      finding({ endpoint: null, line: 7, column: 2 }),
      finding({ endpoint: null, file: null, severity: 'warning', message: 'no route' }),
      finding({ endpoint: 99, message: 'of an endpoint that is not there' }),
      finding({ endpoint: null, severity: 'notice', line: null, column: null }),
    ],
  );
  const page = render(sample);
  expect(texts(page, '//section[@id="files"]//li/span')).toEqual([`${file}:7:2`, `${file}:3:34`, file]);
  expect(texts(page, '//section[@id="files"]//li/b')).toEqual(['warning', 'error', 'error', 'notice']);
  expect(texts(page, '//section[@id="endpoints"]//li')).toEqual([]);
});

test('a file that cannot be read has a row among the chains', () => {
  const broken = (name: string) => finding({ endpoint: null, rule: 'file/invalid-json', file: name });
  const sample = {
    ...report([endpoint({ verdict: 'pass' })], [broken('a'), broken('a'), broken(file), broken('b')]),
    files: [
      { path: 'a', chain: 'acme', format: 'chainlist' },
      { path: 'b', chain: null, format: null },
      { path: file, chain: 'kava', format: 'chainlist' },
    ],
  };
  const page = render(sample);
  const table = '//table[@id="chains-table"]';
  expect(page.find(`${table}/tbody/tr`).map((row) => row.find('*').map(textOf))).toEqual([
    ['acme', '2 file errors', '0', ''],
    ['b', '1 file error', '0', ''],
    ['kava', '1 file error, 1 passed', '1', '100 %'],
  ]);
  expect(texts(page, `${table}//a/@href`)).toEqual(['#files', '#files']);
});

describe('findings about the run or many files are listed once', () => {
  const notice = { severity: 'notice', endpoint: null } as const;

  test('the reason of the run is never folded', () => {
    const notices = Array.from({ length: 4 }, () => finding(notice));
    const sample = report(
      [endpoint()],
      [finding({ ...notice, file: null, message: 'no route' }), ...notices],
    );
    const page = render(sample);
    expect(texts(page, '//section[@id="files"]/ul/li')).toEqual([expect.stringContaining('no route')]);
    expect(texts(page, '//section[@id="files"]/details/summary')).toEqual(['4 notices']);
  });
});

describe('rules', () => {
  test('are explained once, in full, the most frequent first', () => {
    const sample = report(
      [endpoint()],
      [
        finding({ rule: 'net/rate-limited', severity: 'notice' }),
        finding(),
        finding(),
        finding({ rule: 'own/unknown' }),
      ],
    );
    const page = render(sample);
    const refused = rules.find(({ code }) => code === 'net/refused');
    const [first, ...rest] = texts(page, '//section[@id="rules"]//*[starts-with(@id, "rule-")]');
    expect(first).toContain(`net/refused 2 errors ${refused?.summary ?? ''}`);
    expect(rest).toEqual([expect.stringContaining('net/rate-limited 1 notice'), 'own/unknown 1 error']);
    const explanation = (refused?.explanation ?? '').replaceAll('`', '');
    expect(texts(page, '//details[@id="rule-net-refused"]/p').join(' ')).toBe(explanation);
  });

  test('every link leads to a place in the page, and all places are distinct', () => {
    const sample = report(
      [endpoint()],
      rules.map(({ code, severity }) => finding({ rule: code, severity })),
    );
    const page = render(sample);
    const ids = texts(page, '//@id');
    expect(ids.length).toBe(new Set(ids).size);
    const links = texts(page, '//@href');
    expect(links.length).toBeGreaterThan(rules.length);
    for (const link of links) expect(ids.map((id) => `#${id}`)).toContain(link);
  });
});

test('a report of 4000 endpoints is a page of less than 6 MB', () => {
  const facts = {
    transport: 'tls',
    address: '192.0.43.8:443',
    services: Array.from({ length: 60 }, (_, index) => `cosmos.module${index}.v1beta1.Query`),
    chainId: 'kava_2222-10',
    moniker: 'a node of some provider',
    sdkVersion: 'v0.50.13',
    blockHeight: 22_123_456,
    certificateExpiresAt: '2027-01-01T00:00:00.000Z',
    phasesMs: { dns: 1.234_567, connect: 12.345_678, tls: 23.456_789, firstByte: 34.567_89, total: 71.6 },
  };
  const sample = report(
    Array.from({ length: 4_000 }, (_, index) =>
      endpoint({
        url: `grpc-${index}.some-provider.example.com:443`,
        verdict: index % 2 === 0 ? 'pass' : 'fail',
        facts,
      }),
    ),
    Array.from({ length: 2_000 }, (_, index) => finding({ endpoint: 2 * index + 1 })),
  );
  expect(Buffer.byteLength(renderHtml(sample, options))).toBeLessThan(6_000_000);
});
