import { describe, expect, it } from 'vitest';
import { endpoint, finding, report } from '../../test/support/report-samples.js';
import type { EndpointReport } from '../model/report.js';
import { readRun } from './read-run.js';

const addressOf = ({ url }: EndpointReport) => url?.replace('https://', '') ?? null;
const error = (rule: string, of = 0) => finding({ rule, endpoint: of });

describe('a report tells of an endpoint that failed', () => {
  it.each([
    ['nothing is there', [error('net/refused')], ['net/refused'], true],
    [
      'its name is not found by the only name server',
      [finding({ rule: 'net/dns-not-found', data: { isUnconfirmed: true } })],
      ['net/dns-not-found'],
      null,
    ],
    ['it refuses', [error('http/forbidden')], ['http/forbidden'], false],
    ['both', [error('net/reset'), error('net/refused')], ['net/refused', 'net/reset'], false],
    [
      'it accepts, and does not answer the TLS handshake',
      [finding({ rule: 'net/connect-timeout', data: { phase: 'tls' } })],
      ['net/connect-timeout'],
      false,
    ],
    [
      'it does not accept',
      [finding({ rule: 'net/connect-timeout', data: { phase: 'connect' } })],
      ['net/connect-timeout'],
      true,
    ],
    [
      'it redirects to where nothing is',
      [finding({ rule: 'http/redirect', severity: 'warning' }), error('net/refused')],
      ['net/refused'],
      false,
    ],
    [
      'a firewall here is in the way',
      [finding({ rule: 'net/unreachable', data: { code: 'EADDRNOTAVAIL' } })],
      ['net/unreachable'],
      false,
    ],
    ['only its entry is wrong', [error('entry/duplicate')], [], false],
    ['it serves another chain, and is alive', [error('evm/wrong-chain')], [], false],
    ['it differs from the others', [error('chain/odd-one-out'), error('evm/stale')], ['evm/stale'], false],
    [
      'it failed before the ref as well',
      [finding({ rule: 'net/refused', severity: 'warning', baselineState: 'unchanged' })],
      ['net/refused'],
      true,
    ],
    ['a warning is no failure', [finding({ rule: 'http/plaintext', severity: 'warning' })], [], false],
  ] as const)('%s', (_, findings, rules, structural) => {
    const { results } = readRun(report([endpoint()], findings), addressOf);
    const [result, latencyMs] = rules.length > 0 ? ['fail', null] : ['pass', 42];
    expect(results).toMatchObject([
      { kind: 'evm', address: 'evm.example.com', chains: ['kava'], result, rules, structural, latencyMs },
    ]);
  });
});

describe('a report tells of an endpoint that did not fail', () => {
  it.each([
    ['it passed', endpoint({ verdict: 'pass' }), [], 'pass'],
    ['nothing was proved', endpoint({ verdict: 'inconclusive' }), [error('net/refused')], 'inconclusive'],
    ['it was not probed', endpoint({ verdict: 'skipped', attempts: 0 }), [], null],
    ['it was probed to compare others with', endpoint({ verdict: 'skipped', attempts: 1 }), [], null],
    [
      'its entry is malformed',
      endpoint({ verdict: 'invalid', attempts: 0 }),
      [error('entry/url-scheme')],
      null,
    ],
  ] as const)('%s', (_, reported, findings, result) => {
    const { results } = readRun(report([reported], findings), addressOf);
    const latencyMs = result === 'pass' ? 42 : null;
    expect(results).toMatchObject([{ result, rules: [], structural: false, latencyMs }]);
  });
});

it('is of no chain if its name is empty, as a report from elsewhere may have it', () => {
  expect(readRun(report([endpoint({ chain: '' })]), addressOf).results).toMatchObject([{ chains: [] }]);
});

describe('whether only the network failed', () => {
  it.each([
    ['it passed', 'pass', [], false],
    ['nothing is there', 'fail', [error('net/refused')], true],
    ['it was cut off', 'fail', [error('net/reset')], true],
    ['it answered, and then was cut off', 'fail', [error('net/reset'), error('evm/stale')], false],
    ['it refuses', 'fail', [error('http/forbidden')], false],
    ['its name server did not answer', 'inconclusive', [finding({ rule: 'net/dns-failed' })], true],
    ['its name leads to a private address', 'fail', [error('net/blocked-address')], true],
    ['it limits', 'inconclusive', [finding({ rule: 'net/rate-limited' })], false],
  ] as const)('%s', (_, verdict, findings, lost) => {
    const { results } = readRun(report([endpoint({ verdict })], findings), addressOf);
    expect(results).toMatchObject([{ lost }]);
  });
});

describe('whether a name led to an address that is not public', () => {
  it.each([
    ['a private one', 'fail', finding({ rule: 'net/blocked-address' }), true],
    [
      'the one of blocked names',
      'inconclusive',
      finding({ rule: 'net/dns-failed', data: { code: '0.0.0.0' } }),
      true,
    ],
    ['none', 'inconclusive', finding({ rule: 'net/dns-failed', data: { code: 'ESERVFAIL' } }), false],
    ['none of an endpoint that is up', 'pass', finding({ rule: 'net/blocked-address' }), false],
  ] as const)('%s', (_, verdict, problem, misdirected) => {
    const { results } = readRun(report([endpoint({ verdict })], [problem]), addressOf);
    expect(results).toMatchObject([{ misdirected }]);
  });
});

describe('an address that is listed several times', () => {
  it('has the best of its results, and all chains', () => {
    const listed = [
      endpoint({ chain: 'kava' }),
      endpoint({ chain: 'akash', verdict: 'pass' }),
      endpoint({ chain: 'cosmos', verdict: 'inconclusive' }),
      endpoint({ chain: 'axelar', verdict: 'skipped', attempts: 0 }),
    ];
    const { results } = readRun(report(listed, [error('net/refused')]), addressOf);
    expect(results).toMatchObject([{ result: 'pass', chains: ['akash', 'axelar', 'cosmos', 'kava'] }]);
  });

  it('is another endpoint in another kind', () => {
    expect(readRun(report([endpoint(), endpoint({ kind: 'rpc' })]), addressOf).results).toHaveLength(2);
  });
});

it('entries without an address, and those of ended chains, are left out', () => {
  const listed = [endpoint({ url: null }), endpoint({ chainStatus: 'killed' })];
  expect(readRun(report(listed), addressOf).results).toEqual([]);
});

describe('a run that proves nothing about the endpoints', () => {
  const single = report([endpoint({ verdict: 'pass' })]);

  it.each([
    ['was ended early', { ...single, interrupted: true }, 'interrupted'],
    [
      'had no connection',
      report([endpoint()], [finding({ rule: 'net/offline', endpoint: null })]),
      'offline',
    ],
    ['is none of these', single, null],
  ] as const)('%s', (_, recorded, uncounted) => {
    expect(readRun(recorded, addressOf)).toMatchObject({ uncounted, startedAt: recorded.startedAt });
  });
});
