import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { evmCheck } from '../checks/evm/http/index.js';
import { grpcCheck } from '../checks/cosmos/grpc/index.js';
import type { Check } from '../checks/check.js';
import { createReport, type Outcome, type RunDescription } from '../engine/report.js';
import type { Entry } from '../model/entry.js';
import type { JsonObject } from '../model/json.js';
import { nowhere, type Place } from '../model/place.js';
import { render as renderJson } from './json.js';

const schema = JSON.parse(
  readFileSync(new URL('../../schemas/report.schema.json', import.meta.url), 'utf8'),
) as JsonObject;
const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);

const phasesMs = { dns: 0.1, connect: 2, tls: null, firstByte: 3, total: 5.1 };
const evmFacts = {
  ...evmCheck.noFacts,
  address: '192.0.43.8:443',
  chainId: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
  otherChainId: 5,
  blockHeight: 16,
  blockTime: '2015-07-30T15:45:00.000Z',
  otherHead: { blockHeight: 3, blockTime: null, syncing: false },
  archive: false,
  cors: null,
  certificateExpiresAt: '+010000-01-01T00:00:00.000Z',
  phasesMs,
};
const grpcFacts = {
  ...grpcCheck.noFacts,
  transport: 'plaintext',
  address: '192.0.43.8:9090',
  reflection: 'v1alpha',
  services: ['a.B'],
  chainId: 'kava_2222-10',
  otherChainId: null,
  // A name of a node, with all characters that would act on a terminal or a runner.
  moniker: '\x1b]0;x\x07\n::error::x ##[command]y \u202e\u2028\u{e0041}\ud83d',
  sdkVersion: '',
  appVersion: '',
  blockHeight: 7,
  blockTime: null,
  otherHead: null,
  archive: null,
  cors: null,
  certificateExpiresAt: null,
  phasesMs,
};

const data = { address: '192.0.43.8:443', detail: 'HTTP 429', retryAfterMs: null };

function list(check: Check, place: Place): Entry {
  return {
    chain: place.file === null ? null : 'kava',
    kind: check.kind,
    place,
    urlPlace: place,
    claimPlace: null,
    chainStatus: 'live',
    skipReason: null,
    provider: place.file === null ? null : '::warning::Kava',
    url: 'https://evm.example.com',
    target: null,
    claim: { chainId: '::error::1', field: 'chain_id_evm', derived: false },
  };
}

function probed(entry: Entry, facts: JsonObject): Outcome {
  const result = {
    observation: { facts, problems: [], judgeClaim: () => [] },
    observedAt: 0,
    attempts: 2,
    durationMs: 10.5,
  };
  return { entry, noFacts: {}, state: 'probed', result };
}

function place(line: number): Place {
  const range = { line, column: 5, endLine: line, endColumn: 9 };
  return { file: 'chain/kava/param.json', pointer: `/a~1b/~0/${line}`, range };
}

const description: RunDescription = {
  startedAt: new Date('2026-01-01T00:00:00.000Z'),
  durationMs: 20,
  interrupted: true,
  scope: { network: true, only: ['evm'], since: 'main', shard: '1/2' },
};
const down = list(evmCheck, place(2));
const limited = list(grpcCheck, place(3));
const plaintext = list(grpcCheck, nowhere);

const report = createReport(
  {
    files: [{ path: 'chain/kava/param.json', chain: 'kava', format: 'chainlist' }],
    problems: [
      { problem: { code: 'file/too-deep', data: { limit: 32 } }, place: place(1), entry: null },
      { problem: { code: 'net/refused', data }, place: place(2), entry: down },
      { problem: { code: 'net/rate-limited', data }, place: place(3), entry: limited },
      { problem: { code: 'grpc/plaintext', data }, place: nowhere, entry: plaintext },
    ],
    baseline: new Set(),
  },
  [
    probed(down, evmFacts),
    probed(limited, grpcFacts),
    { entry: list(evmCheck, place(4)), noFacts: evmCheck.noFacts, state: 'skipped' },
    { entry: list(grpcCheck, nowhere), noFacts: grpcCheck.noFacts, state: 'invalid' },
    probed(plaintext, grpcFacts),
  ],
  description,
);

function check(value: unknown): string[] {
  return validate(value) ? [] : (validate.errors ?? []).map(({ instancePath }) => instancePath);
}

describe('the JSON of a report', () => {
  const text = [...renderJson(report)].join('');

  test('is the report', () => {
    expect(JSON.parse(text)).toEqual(report);
    expect(new Set(report.endpoints.map(({ verdict }) => verdict))).toEqual(
      new Set(['fail', 'invalid', 'inconclusive', 'skipped', 'pass']),
    );
  });

  test('is what the published schema describes', () => {
    expect(check(JSON.parse(text))).toEqual([]);
  });

  test('ends with a line end and is harmless to print', () => {
    expect(text.endsWith('}\n')).toBe(true);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
    expect(
      text.split('\n').filter((line) => line.trimStart().startsWith('::') || line.includes('##[')),
    ).toEqual([]);
  });

  test('of nothing is a report too', () => {
    const nothing = createReport({ files: [], problems: [] }, [], description);
    expect(check(JSON.parse([...renderJson(nothing)].join('')))).toEqual([]);
  });
});

describe('keys in urls are masked', () => {
  const key = '0123456789abcdef0123456789';
  const url = `https://evm.example.com/v3/${key}`;
  const keyed = (at: number, text: string): Entry => ({ ...list(evmCheck, place(at)), url: text });
  const problem = { code: 'http/forbidden', data: { detail: `no ${url} here` } };
  const fixes = [`"${url}"`, 'https'].map((text) => ({ edits: [{ offset: 0, length: 2, text }] }));
  const placed = fixes.map((fix) => [{ problem, place: place(1), entry: null }, fix] as const);
  const raw = createReport(
    { files: [], problems: placed.map(([each]) => each), fixes: new Map(placed) },
    [url, url.replace(key, key.replace('0', '9')), url].map((text, index) =>
      probed(keyed(index + 1, text), evmFacts),
    ),
    description,
  );
  const text = [...renderJson(raw)].join('');
  const read = JSON.parse(text) as typeof raw;

  test('everywhere, and a fix that would insert one is left out', () => {
    expect(JSON.stringify(raw)).toContain(key);
    expect(text).not.toContain(key.slice(1));
    expect(read.findings.map(({ fix }) => fix)).toEqual([null, fixes[1]]);
    expect(check(read)).toEqual([]);
  });

  test('but urls that differ in their keys stay distinct, also if the report is rendered again', () => {
    const urls = read.endpoints.map((endpoint) => endpoint.url);
    expect(urls[0]).toMatch(/^https:\/\/evm\.example\.com\/v3\/\*{26}~[\da-f]{6}$/);
    expect([urls[1] === urls[0], urls[2] === urls[0]]).toEqual([false, true]);
    expect([...renderJson(read)].join('')).toBe(text);
  });
});

test('a large report comes in parts, which make the same text', () => {
  const places = Array.from({ length: 600 }, (_, index) => place(index + 1));
  const large = createReport(
    {
      files: [],
      problems: places.map((at) => ({ problem: { code: 'net/refused', data }, place: at, entry: null })),
    },
    places.map((at) => probed(list(evmCheck, at), evmFacts)),
    description,
  );
  const parts = [...renderJson(large)];
  expect(parts.join('')).toBe(`${JSON.stringify(large, null, 2)}\n`);
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(parts.join('').length / 3);
});

describe('the schema refuses anything but a report', () => {
  const [endpoint] = report.endpoints;
  const [finding] = report.findings;

  test.each<[string, object]>([
    ['', { ...report, more: 1 }],
    ['', { ...report, summary: undefined }],
    ['/version', { ...report, version: 2 }],
    ['/startedAt', { ...report, startedAt: '2026-01-01' }],
    ['/endpoints/0', { ...report, endpoints: [{ ...endpoint, provider: undefined }] }],
    ['/endpoints/0/verdict', { ...report, endpoints: [{ ...endpoint, verdict: 'good' }] }],
    ['/endpoints/0/kind', { ...report, endpoints: [{ ...endpoint, kind: 'lcd' }] }],
    ['/endpoints/0/pointer', { ...report, endpoints: [{ ...endpoint, pointer: 'a/b' }] }],
    ['/endpoints/0/facts', { ...report, endpoints: [{ ...endpoint, facts: {} }] }],
    ['/findings/0/rule', { ...report, findings: [{ ...finding, rule: 'Net/Refused' }] }],
    ['/findings/0/severity', { ...report, findings: [{ ...finding, severity: 'fatal' }] }],
    ['/findings/0/line', { ...report, findings: [{ ...finding, line: 0 }] }],
  ])('%s', (path, invalid) => {
    expect(check(JSON.parse(JSON.stringify(invalid)))).toContain(path);
  });
});
