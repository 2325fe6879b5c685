import { createHash } from 'node:crypto';
import { XmlAttribute, XmlDocument, XmlElement, type XmlNode } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import { endpoint, file, finding, plain, report } from '../../test/support/report-samples.js';
import { rules } from '../engine/rule-catalogue.js';
import type { Finding } from '../model/finding.js';
import type { Report, Verdict } from '../model/report.js';
import { escapeTerminal } from './escape.js';
import { renderHtml } from './html.js';
import type { RenderOptions } from './reporter.js';

const options: RenderOptions = { ...plain, rules };

/** The page as a strict parser reads it; throws where it is not well-formed. Its script and style are no markup. */
function read(page: string): XmlDocument {
  return XmlDocument.fromString(page.replace(/<(script|style)>[\s\S]*?<\/\1>/g, '<$1></$1>'));
}

function render(sample: Report, otherwise: Partial<RenderOptions> = {}): XmlDocument {
  return read(renderHtml(sample, { ...options, ...otherwise }));
}

function textOf(node: XmlNode): string {
  return node.content.replaceAll(/\s+/g, ' ').trim();
}

function texts(page: XmlDocument, path: string): string[] {
  return page.find(path).map(textOf);
}

const all: readonly Verdict[] = ['pass', 'skipped', 'fail', 'inconclusive'];
const mixed = report(
  all.map((verdict) => endpoint({ verdict, url: `https://${verdict}.example.com` })),
  [finding({ endpoint: 2 }), finding({ endpoint: 3, severity: 'notice', rule: 'net/rate-limited' })],
);

describe('the verdict stands first', () => {
  const pass = endpoint({ verdict: 'pass' });
  const skipped = endpoint({ verdict: 'skipped', attempts: 0 });
  const fail = endpoint();
  const unowned = finding({ endpoint: null });
  test.each([
    ['1 of 1 endpoint fails', report([fail], [finding()])],
    ['2 of 3 endpoints fail', report([fail, pass, fail])],
    ['1 of 2 endpoints fails, 1 more is malformed', report([fail, skipped], [finding({ endpoint: 1 })])],
    ['1 of 2 endpoints is malformed', report([skipped, pass], [finding()])],
    ['No endpoints', report([])],
    ['No endpoints, 1 error', report([], [unowned])],
    ['No endpoint was dialled', report([skipped, skipped])],
    ['No endpoint was dialled; 2 errors outside of them', report([skipped], [unowned, unowned])],
    [
      'No endpoint fails, 1 of 2 endpoints is inconclusive',
      report([pass, endpoint({ verdict: 'inconclusive' })]),
    ],
    ['1 of 2 endpoints passes, none fails', report([pass, skipped])],
    ['All 2 endpoints pass', report([pass, pass])],
    ['The endpoint passes; 1 error outside of them', report([pass], [unowned])],
  ])('%s', (verdict, sample) => {
    const page = render(sample);
    expect(texts(page, '//h1')).toEqual([verdict]);
    expect(texts(page, '/html/head/title')).toEqual([`${verdict}: endpoint-check`]);
  });

  test('with all counts, the time, the duration and the version', () => {
    const page = render(mixed);
    const counts = page.find('//header/dl/div').map((one) => one.find('*').map(textOf));
    expect(counts).toEqual([
      ['failed', '1'],
      ['inconclusive', '1'],
      ['skipped', '1'],
      ['passed', '1'],
      ['errors', '1'],
      ['warnings', '0'],
      ['notices', '1'],
    ]);
    expect(texts(page, '//header/p')).toEqual([
      '4 endpoints in 1 file, checked on 2026-01-01 00:00 UTC in 1.2 s with endpoint-check 0.0.0',
    ]);
  });

  test('with what part was looked at, in full', () => {
    const scope = `Only what changed was looked at: ${'a file and '.repeat(60)}no more.`;
    expect(texts(render(mixed, { scope }), '//header/p[@class="scope"]')).toEqual([scope]);
  });
});

describe('each endpoint has a row', () => {
  test('the worst first, else in the order of the report, malformed ones behind those that fail', () => {
    const sample = report(
      [
        endpoint({ verdict: 'skipped', attempts: 0, url: 'https://malformed.example.com' }),
        ...mixed.endpoints,
      ],
      [finding({ endpoint: 0 })],
    );
    expect(texts(render(sample), '//tbody[@data-verdict]//th/code')).toEqual([
      'https://fail.example.com',
      'https://malformed.example.com',
      'https://inconclusive.example.com',
      'https://skipped.example.com',
      'https://pass.example.com',
    ]);
  });

  test('with all that is known', () => {
    const facts = { network: 'kava-1', blockHeight: 7, sdkVersion: null, services: ['a', 'b'], moniker: 'm' };
    const [row, ...more] = render(report([endpoint({ facts, attempts: 2 })])).find(
      '//tbody[@data-verdict]/tr',
    );
    expect(more).toEqual([]);
    const cells = row?.find('*').map((cell) => textOf(cell.get('b|code') ?? cell));
    expect(cells?.map((cell) => cell.replace(/ msrest.*/, ' ms'))).toEqual([
      'fail',
      'kava',
      'evm',
      'Kava',
      'https://evm.example.com',
      '42 ms',
      '7',
      'kava-1',
    ]);
    const names = row?.find('.//dt').map(textOf);
    const values = row?.find('.//dd').map(textOf);
    expect(names?.map((name, index) => [name, values?.[index]])).toEqual([
      ['listed at', `${file}:3:5`],
      ['attempts', '2'],
      ['network', 'kava-1'],
      ['block height', '7'],
      ['services', 'a, b'],
      ['moniker', 'm'],
    ]);
  });

  test('of what was not dialled, the latency is empty', () => {
    const page = render(report([endpoint({ verdict: 'skipped', attempts: 0, facts: {} })]));
    expect(texts(page, '//tbody[@data-verdict]/tr/td[5]')).toEqual(['']);
  });

  test('with its findings below it', () => {
    const rows = render(mixed).find('//tbody[@data-verdict]');
    const findings = rows.map((row) => row.find('tr[2]//li').map(textOf));
    expect(findings).toEqual([
      [
        `error nothing listens at 192.0.43.8:443: the connection was refused net/refused ${file}:3:34start the node`,
      ],
      [
        `notice nothing listens at 192.0.43.8:443: the connection was refused net/rate-limited ${file}:3:34start the node`,
      ],
      [],
      [],
    ]);
  });
});

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

  test('stacks the phases, and what is left', () => {
    const sample = report([endpoint({ durationMs: 100, facts: { phasesMs } })]);
    expect(bars(sample)).toEqual([
      [
        ['dns', '0', '1', '10'],
        ['connect', '1', '9', '10'],
        ['tls', '10', '20', '10'],
        ['firstByte', '30', '30', '10'],
        ['rest', '60', '40', '10'],
      ],
    ]);
    expect(texts(render(sample), '//tbody[@data-verdict]//svg/title')).toEqual([
      'DNS 1 ms, connect 9 ms, TLS 20 ms, first byte 30 ms, rest 40 ms',
    ]);
  });

  test('a full one is a round number that nine of ten stay below, longer ones are cut', () => {
    const durations = [10, 20, 30, 40, 50, 60, 70, 80, 130, 20_000];
    const sample = report(durations.map((durationMs) => endpoint({ durationMs, facts: {} })));
    expect(texts(render(sample), '//caption')[0]).toContain('A full bar is 200 ms');
    expect(bars(sample).map(([rest]) => rest?.[2])).toEqual(
      [5, 10, 15, 20, 25, 30, 35, 40, 65, 100].map(String),
    );
  });
});

test('findings of no endpoint stand at their file', () => {
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
  expect(texts(page, '//section[@id="files"]//li/b')).toEqual(['error', 'warning', 'error', 'notice']);
  expect(texts(page, '//section[@id="endpoints"]//li')).toEqual([]);
});

test('chains and providers have their counts and the share that passes', () => {
  const malformed = endpoint({ verdict: 'skipped', attempts: 0, provider: 'Mal' });
  const sample = report(
    [
      ...mixed.endpoints,
      endpoint({ verdict: 'pass', chain: 'akash', provider: null }),
      malformed,
      endpoint({ verdict: 'skipped', attempts: 0, chain: null, provider: 'Skip' }),
    ],
    [finding({ endpoint: 5 })],
  );
  const rows = (id: string) =>
    render(sample)
      .find(`//table[@id="${id}"]/tbody/tr`)
      .map((row) => row.find('*').map(textOf));
  expect(rows('chains-table')).toEqual([
    ['akash', '1', '0', '0', '0', '1', '100 %'],
    ['kava', '5', '1', '1', '2', '1', '25 %'],
  ]);
  expect(rows('providers-table')).toEqual([
    ['Kava', '4', '1', '1', '1', '1', '33 %'],
    ['Mal', '1', '0', '0', '1', '0', '0 %'],
    ['Skip', '1', '0', '0', '1', '0', ''],
  ]);
});

describe('rules', () => {
  test('that were broken are explained once, in full, the most frequent first', () => {
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
    const [first, ...others] = texts(page, '//section[@id="rules"]//*[starts-with(@id, "rule-")]');
    expect(first).toContain(`net/refused 2 errors ${refused?.summary ?? ''}`);
    expect(others).toEqual([expect.stringContaining('net/rate-limited 1 notice'), 'own/unknown 1 error']);
    const words = (refused?.explanation ?? '').replaceAll('`', '');
    expect(texts(page, '//details[@id="rule-net-refused"]/p').join(' ')).toBe(words);
  });

  test('every link leads to a place in the page, and no place is there twice', () => {
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

/** A report with the text in each place where a stranger's may stand. */
function everywhere(text: string): Report {
  const hostile: Partial<Finding> = { message: text, hint: text, file: text };
  return {
    ...report(
      [
        endpoint({
          file: text,
          chain: text,
          kind: text,
          provider: text,
          url: text,
          facts: {
            network: text,
            blockHeight: text,
            [text]: { [text]: text },
            list: [text],
            phasesMs: { dns: text },
          },
        }),
      ],
      [finding(hostile), finding({ ...hostile, rule: text }), finding({ ...hostile, endpoint: null })],
      [text],
    ),
    startedAt: text,
    tool: { name: text, version: text },
  };
}

/** Names of elements and attributes in their order, without what they say. */
function skeletonOf(page: XmlDocument): string[] {
  return page
    .find('//* | //@*')
    .map((node) =>
      node instanceof XmlElement ? node.name : node instanceof XmlAttribute ? `@${node.name}` : '',
    );
}

describe("a stranger's words act on nothing", () => {
  test.each([
    '<script>alert(1)</script>',
    '</script><script>alert(1)</script>',
    '</style><img src=x onerror=alert(1)>',
    '</title></textarea><svg onload=alert(1)>',
    '"><b onmouseover="alert(1)',
    "' autofocus onfocus='alert(1)",
    'javascript:alert(1)',
    'https://example.com/" style="x',
    '<!-- -->',
    ']]>',
    '&lt;b&gt;&#60;b&#62;&',
    'a\0b\x1b[31mc\u202ed\u2028e',
  ])('%j', (text) => {
    const html = renderHtml(everywhere(text), { ...options, scope: text });
    const page = read(html);
    expect(skeletonOf(page)).toEqual(skeletonOf(render(everywhere('harmless'), { scope: 'harmless' })));
    expect(texts(page, '//tbody[@data-verdict]//th/code')).toEqual([
      textOf(page.get('//th/code') ?? page.root),
    ]);
    expect(page.get('//th/code')?.content).toBe(escapeTerminal(text));
    expect(page.get('//li/p')?.content).toBe(escapeTerminal(text));
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toMatch(/[\0\x1b\u202e\u2028]/);
  });

  test('keys in urls are hidden wherever the url stands', () => {
    const key = 'a1b2c3d4e5f6a7b8c9d0';
    const sample = everywhere(`see https://user:${key}@rpc.example.com/v3/${key}?apikey=${key} there`);
    const html = renderHtml(sample, { ...options, scope: `https://rpc.example.com/v3/${key}` });
    expect(html).toContain('rpc.example.com/v3/*');
    expect(html).not.toContain(key);
  });
});

describe('the page asks for nothing but itself', () => {
  const html = renderHtml(mixed, options);
  const inside = (name: string) => new RegExp(`<${name}>([\\s\\S]*)</${name}>`).exec(html)?.[1] ?? '';

  test('its policy allows the very style and script in it, and nothing else', () => {
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const policy = texts(read(html), '//meta[@http-equiv="Content-Security-Policy"]/@content');
    expect(policy).toEqual([
      `default-src 'none'; style-src ${hash(inside('style'))}; script-src ${hash(inside('script'))}; ` +
        "base-uri 'none'; form-action 'none'",
    ]);
  });

  test('nothing in it names another place or acts by itself', () => {
    const page = read(html);
    expect(inside('style')).not.toMatch(/url\(|@import|https?:/);
    expect(inside('script')).not.toMatch(/fetch|import|XMLHttp|https?:|innerHTML|eval/);
    expect(
      page.find('//@src | //@srcset | //@style | //@action | //@data | //link | //base | //iframe'),
    ).toEqual([]);
    expect(page.find('//@*[starts-with(name(), "on")]')).toEqual([]);
    expect(texts(page, '//@href').filter((link) => !link.startsWith('#'))).toEqual([]);
  });

  test('its style and script are the same for every report', () => {
    const other = renderHtml(everywhere('hostile'), options);
    expect(inside('script')).not.toBe('');
    for (const name of ['style', 'script']) expect(other).toContain(`<${name}>${inside(name)}</${name}>`);
  });
});

test('a report of 4000 endpoints is a page of less than 6 MB', () => {
  const facts = {
    transport: 'tls',
    address: '192.0.43.8:443',
    services: Array.from({ length: 60 }, (_, index) => `cosmos.module${index}.v1beta1.Query`),
    network: 'kava_2222-10',
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
