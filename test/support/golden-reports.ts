import { rules } from '../../src/engine/rule-catalogue.js';
import type { JsonObject } from '../../src/model/json.js';
import type { Report, Verdict } from '../../src/model/report.js';
import type { ReporterName } from '../../src/reporters/index.js';
import type { RenderOptions } from '../../src/reporters/reporter.js';
import { live } from './histories.js';
import { endpoint, file, finding, plain, report, text } from './report-samples.js';

const notProbed = { attempts: 0, durationMs: 0, facts: {} };
const nowhere = { file: null, pointer: null, line: null, column: null, endLine: null, endColumn: null };
const ofFile = { endpoint: null, pointer: '', line: 1, column: 1, endLine: 1, endColumn: 2 };
const lost = { severity: 'notice', rule: 'net/connect-timeout', message: 'no answer' } as const;
const key = '0123456789abcdef0123456789abcdef';
const scheme = { edits: [{ offset: text.indexOf('https://'), length: 8, text: '' }] };
const days = (last: string) => live(last.padStart(90, 'P'));
const hostile = '\x1b[31m<b>&"\'`|[x](https://e.example)::error::%0A\u202e\ud800</b>';

/** An endpoint of each verdict, and findings of each severity and place. */
const mixed = report(
  [
    endpoint({
      kind: 'grpc',
      facts: {
        ...{ transport: 'tls', address: '192.0.43.8:443', chainId: 'kava_2222-10', blockHeight: '22123456' },
        ...{ services: ['a', 'b', 'c', 'd', 'e'], certificateExpiresAt: '2027-01-01T00:00:00.000Z' },
        phasesMs: { dns: 1.2, connect: 9.4, tls: 20, firstByte: null, total: 41.6 },
      },
    }),
    endpoint({ verdict: 'pass', url: 'https://pass.example.com', attempts: 2, line: 4 }),
    endpoint({ verdict: 'inconclusive', url: 'https://limited.example.com', provider: null, line: 5 }),
    endpoint({ verdict: 'invalid', url: 'ftp://invalid', ...notProbed, line: 6 }),
    endpoint({ verdict: 'skipped', skipReason: 'it is private', ...notProbed, line: 7 }),
    endpoint({ verdict: 'ok', kind: 'query', chain: null, url: 'GET /assets', pointer: null, line: null }),
    endpoint({ verdict: 'pass', kind: 'rpc', chain: 'akash', file: 'chain/akash/param.json' }),
    endpoint({ ...nowhere, chain: null, provider: null, url: `https://adhoc.example.com/${key}` }),
  ],
  [
    finding({ fix: scheme }),
    finding({ severity: 'warning', rule: 'grpc/plaintext', message: 'no TLS', hint: 'add it' }),
    finding({ endpoint: 2, severity: 'notice', rule: 'net/rate-limited', line: 5, endLine: 5 }),
    finding({ endpoint: 3, rule: 'file/schema', line: 6, endLine: 6 }),
    finding({
      ...nowhere,
      endpoint: 7,
      rule: 'http/status',
      message: `503 from ${key}`,
      data: { status: 503 },
    }),
    finding({ ...ofFile, severity: 'warning', rule: 'file/misspelled-field' }),
    finding({ ...ofFile, file: 'chain/broken/param.json', rule: 'file/invalid-json' }),
    finding({ ...ofFile, severity: 'notice', rule: 'file/chain-id-missing' }),
    finding({ ...ofFile, file: 'chain/akash/param.json', severity: 'notice', rule: 'file/chain-id-missing' }),
    finding({ ...nowhere, endpoint: null, severity: 'warning', rule: 'net/offline', message: 'no route' }),
  ],
  [file, 'chain/akash/param.json', 'chain/broken/param.json'],
);

const lived = report(
  [
    endpoint({ verdict: 'pass', history: days('') }),
    endpoint({ chain: 'akash', url: 'https://dead.example.com', history: days('F'.repeat(20)) }),
    endpoint({ url: 'https://new.example.com', history: days('F') }),
    endpoint({ verdict: 'pass', url: 'https://back.example.com', history: days('..IMFFP') }),
    endpoint({ verdict: 'inconclusive', url: 'https://open.example.com', history: live('II') }),
    endpoint({ verdict: 'skipped', url: 'https://never.example.com', ...notProbed }),
  ],
  [
    finding({ endpoint: 1 }),
    finding({ endpoint: 2, message: 'it answered 503' }),
    finding({ endpoint: 2, severity: 'notice', message: 'beside the point' }),
  ],
);

const since: Report = {
  ...report(
    [
      endpoint(),
      endpoint({ url: 'https://old.example.com', line: 4 }),
      endpoint({ verdict: 'skipped', url: 'https://unchanged.example.com', ...notProbed, line: 5 }),
    ],
    [
      finding({ baselineState: 'new' }),
      finding({ baselineState: 'unchanged', endpoint: 1, severity: 'warning', line: 4, endLine: 4 }),
    ],
  ),
  scope: { network: true, only: null, since: 'origin/main', shard: null },
  changes: { added: 1, changed: 1, moved: 0, removed: 1, unchanged: 1, filesNotRead: 3 },
  removed: [
    {
      file,
      line: 9,
      chain: 'kava',
      kind: 'evm',
      provider: 'Gone',
      url: 'https://gone.example',
      movedTo: null,
    },
  ],
};

const untrusted = report(
  [
    endpoint({ chain: hostile, provider: hostile, url: `https://a.example/${key}?k=secret#${hostile}` }),
    endpoint({ verdict: 'pass', url: `https://b.example/${key}`, facts: { moniker: hostile } }),
  ],
  [
    finding({ message: hostile, hint: `write https://a.example/${key}` }),
    finding({ ...ofFile, file: `chain/${hostile}/param.json`, message: 'long '.repeat(900) }),
  ],
  [file, `chain/${hostile}/param.json`],
);

const peer = { kind: 'peer', verdict: 'inconclusive', file: 'kava/chain.json' } as const;
const peers = report(
  [
    endpoint({ ...peer, url: 'aa@192.0.43.8:26656', facts: {} }),
    endpoint({ ...peer, url: 'bb@192.0.43.9:26656', facts: {} }),
    endpoint({ ...peer, verdict: 'pass', url: 'cc@192.0.43.10:26656' }),
  ],
  [
    finding({ ...lost, file: peer.file, endpoint: 0 }),
    finding({ ...lost, file: peer.file, endpoint: 1 }),
    finding({ ...lost, file: peer.file, endpoint: 1, severity: 'warning', rule: 'entry/private-address' }),
  ],
);

/** One more than JSON has in a part. */
const many = report(
  Array.from({ length: 26 }, (_, at) => endpoint({ url: `https://e${at}.example.com`, line: at + 1 })),
  Array.from({ length: 26 }, (_, at) => finding({ endpoint: at, line: at + 1, endLine: at + 1 })),
);

const evm = { logs: { maxRange: 10_000 }, batch: 4, archive: true, finalized: true, safe: true };
const unknown = { logs: { maxRange: null }, batch: null, archive: null, finalized: null, safe: null };
const cosmos = { txIndex: true, archive: false, lowestBlock: 1_001, lowestState: null };
const able = (kind: 'evm' | 'rest' | 'rpc', url: string, facts: JsonObject, verdict: Verdict = 'pass') =>
  endpoint({ kind, url: `https://${url}.example.com`, facts, verdict });
/** What clients need was asked for: of the last but one without an answer, of the last one not at all. */
const capable = report([
  able('evm', 'evm', { ...evm, debug: false, trace: null }),
  able('rest', 'rest', { ...cosmos, simulate: true }),
  able('rpc', 'rpc', { ...cosmos, txIndex: false }),
  able('evm', 'limited', { ...unknown, debug: null, trace: null }),
  able('evm', 'dead', { ...unknown, logs: null, debug: null, trace: null }, 'fail'),
]);

const texts = new Map([[file, text]]);
const change = { path: file, beforeText: text, afterText: text.replace('https://', ''), recoded: false };

const people = ['pretty', 'markdown', 'github', 'html'] as const;

/** Each with the reporters that show something of it that they show of no other; by default all. */
const rows: readonly (readonly [string, Report, Partial<RenderOptions>?, (readonly ReporterName[])?])[] = [
  ['mixed', mixed, { texts, changes: [change], pathPrefix: 'registry/' }],
  ['mixed-quiet', mixed, { detail: 'quiet' }, ['pretty']],
  ['mixed-verbose', mixed, { texts, detail: 'verbose' }, ['pretty', 'markdown', 'html']],
  ['mixed-bare', mixed, { columns: null, color: true }, ['pretty', 'rdjson', 'sarif']],
  ['lived', lived, { registry: 'owner/registry' }, [...people, 'badge', 'json', 'list', 'openmetrics']],
  ['since', since, { scope: 'It adds 1 of 4 entries.' }, [...people, 'json', 'junit', 'sarif']],
  ['untrusted', untrusted],
  ['peers', peers, {}, people],
  ['many', many, {}, ['github', 'json']],
  ['capable', capable, { require: [{ name: 'logs', least: 1_000 }] }, [...people, 'list', 'openmetrics']],
  ['passing', report([endpoint({ verdict: 'pass' })]), {}, [...people, 'badge', 'junit']],
  ['empty', report([], [], [])],
  ['interrupted', { ...mixed, interrupted: true }, {}, [...people, 'sarif']],
];

/** Reports of all sorts. */
export const goldenReports = rows.map(([name, shown, options = {}, of = null]) => ({
  ...{ name, report: shown, of },
  options: { ...plain, rules, ...options },
}));
