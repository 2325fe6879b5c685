import { describe, expect, test } from 'vitest';
import { endpoint, finding, report } from '../../../test/support/report-samples.js';
import type { EndpointReport, Report } from '../../model/report.js';
import { mergeReports } from '../merge.js';

function list(chainId: number, at: number, otherwise: Partial<EndpointReport> = {}): EndpointReport {
  return endpoint({
    pointer: `/evm_rpc_endpoint/${at}`,
    line: at + 3,
    url: `https://${at}.example.com`,
    verdict: 'pass',
    facts: { chainId },
    ...otherwise,
  });
}

function shard(part: Report, name: string): Report {
  return { ...part, scope: { ...part.scope, shard: name } };
}

/** Joins these as all parts of one run. */
function join(...parts: readonly Report[]): Report {
  return mergeReports(parts.map((part, at) => shard(part, `${at + 1}/${parts.length}`)));
}

function summarize({ endpoints, findings, summary }: Report) {
  return {
    verdicts: endpoints.map(({ verdict }) => verdict),
    findings: findings.map(({ rule, line, endpoint: at }) => `${rule} ${line ?? '-'} ${at ?? '-'}`),
    failed: summary.failed,
    errors: summary.errors,
  };
}

describe('the chains of shards are judged when they are joined', () => {
  test('the odd one out fails', () => {
    const joined = join(report([list(1, 0), list(5, 2)]), report([list(1, 1)]));
    expect(summarize(joined)).toEqual({
      verdicts: ['pass', 'pass', 'fail'],
      findings: ['chain/odd-one-out 5 2'],
      failed: 1,
      errors: 1,
    });
    expect(summarize(mergeReports([joined]))).toEqual(summarize(joined));
  });

  test('on a chain that may not have begun, it is a notice', () => {
    const listed = [1, 1, 5].map((chainId, at) => list(chainId, at, { chainStatus: 'upcoming' }));
    const { endpoints, findings } = join(report(listed));
    expect(endpoints.map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'inconclusive']);
    expect(findings.map(({ rule, severity }) => [rule, severity])).toEqual([['chain/odd-one-out', 'notice']]);
    const claim = { chainId: '0x9', field: 'chain_id_evm', derived: false };
    const claimed = listed.slice(0, 2).map((each) => ({ ...each, claim }));
    expect(join(report(claimed)).findings.map(({ rule, severity }) => [rule, severity])).toEqual([
      ['chain/claim-outvoted', 'notice'],
    ]);
  });

  test('an endpoint that failed because of an outvoted claim passes', () => {
    const claim = { chainId: '0x9', field: 'chain_id_evm', derived: false };
    const parts = [0, 1].map((at) => {
      const failing = list(1, at, { claim, verdict: 'fail' });
      return report([failing], [finding({ rule: 'evm/wrong-chain', line: at + 3 })]);
    });
    expect(summarize(join(...parts))).toEqual({
      verdicts: ['pass', 'pass'],
      findings: ['chain/claim-outvoted - -'],
      failed: 0,
      errors: 0,
    });
  });

  test('what a claim has nothing to do with is still reported if it is outvoted', () => {
    const claim = { chainId: '0x9', field: 'chain_id_evm', derived: false };
    const silent = list(1, 2, { claim, facts: {} });
    const unknown = finding({ rule: 'evm/chain-unknown', severity: 'warning', line: 5, endpoint: 2 });
    const differs = finding({ rule: 'evm/network-differs', line: 5, endpoint: 2 });
    const listed = [list(1, 0, { claim }), list(1, 1, { claim }), silent];
    const joined = join(report(listed, [unknown, differs]));
    expect(joined.findings.map(({ rule }) => rule)).toEqual(['chain/claim-outvoted', 'evm/chain-unknown']);
  });

  test('what the parts know of a chain that the change calls ended is one finding', () => {
    const parts = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:01:00.000Z'].map((time, at) => {
      const data = { alive: at + 1, asked: 4, height: String(at), time };
      const place = { endpoint: null, line: 2 };
      const alive = finding({ rule: 'chain/still-alive', severity: 'warning', ...place, data });
      return report([list(1, at)], [alive]);
    });
    const { findings } = join(...parts);
    const data = { alive: 3, asked: 4, height: '1', time: '2026-01-01T00:01:00.000Z' };
    expect(findings).toMatchObject([{ rule: 'chain/still-alive', endpoint: null, data }]);
    expect(findings[0]?.message).toContain('3 of its 4 endpoints make blocks');
  });

  test('a claim is found in its chain, of which a file may hold several', () => {
    const path = '.well-known/cosmos-registry.json';
    const claim = { chainId: 'old-1', field: 'chain_id', derived: false };
    const listed = [0, 1, 2, 3].map((at) =>
      endpoint({
        file: path,
        chain: `chain ${at % 2}`,
        kind: 'rpc',
        pointer: `/chains/${at % 2}/apis/rpc/${at}`,
        url: `https://${at}.example.com`,
        verdict: 'pass',
        claim,
        facts: { chainId: `new-${at % 2}` },
      }),
    );
    const whole = { ...report(listed), files: [{ path, chain: null, format: 'manifest' }] };
    const { findings } = join(whole);
    expect(findings.map(({ rule, pointer }) => `${rule} ${pointer ?? ''}`)).toEqual(
      [0, 1].map((at) => `chain/claim-outvoted /chains/${at}/chain_id`),
    );
  });

  test('an endpoint that is listed in two spellings is one witness', () => {
    const same = ['https://a.example.com', 'https://A.example.com:443/'].map((url, at) =>
      list(1, at, { url }),
    );
    const joined = join(report([...same, list(5, 2)]));
    expect(joined.findings.map(({ rule }) => rule)).toEqual(Array(3).fill('chain/disagreement'));
  });

  test('an odd one out of a part passes if it is none in the whole', () => {
    const failed = list(1, 0, { verdict: 'fail' });
    const parts = [report([failed], [finding({ rule: 'chain/odd-one-out', line: 3 })]), report([list(1, 1)])];
    expect(summarize(join(...parts))).toEqual({
      verdicts: ['pass', 'pass'],
      findings: [],
      failed: 0,
      errors: 0,
    });
  });

  test('a single part is not judged, and stays that part when joined with a report of no part', () => {
    const part = shard(report([list(1, 0), list(1, 1), list(5, 2)]), '1/2');
    const joined = mergeReports([part, report([])]);
    expect([joined.findings, joined.scope.shard]).toEqual([[], '1/2']);
  });

  test('an endpoint that fails for another reason still fails', () => {
    const claim = { chainId: '0x9', field: 'chain_id_evm', derived: false };
    const failing = list(1, 0, { claim, verdict: 'fail' });
    const wrong = finding({ rule: 'evm/wrong-chain', line: 3 });
    const malformed = finding({ rule: 'evm/no-block', line: 3 });
    const joined = join(report([failing, list(1, 1, { claim })], [wrong, malformed]));
    expect(joined.endpoints.map(({ verdict }) => verdict)).toEqual(['fail', 'pass']);
  });

  test('an endpoint that an offline machine could not probe stays inconclusive, even if its claim is outvoted', () => {
    const claim = { chainId: '0x9', field: 'chain_id_evm', derived: false };
    const offline = list(1, 2, { claim, verdict: 'inconclusive', facts: {} });
    const parts = [report([list(1, 0, { claim }), list(1, 1, { claim })]), report([offline])];
    const joined = join(...parts);
    expect(summarize(joined)).toMatchObject({
      verdicts: ['pass', 'pass', 'inconclusive'],
      findings: ['chain/claim-outvoted - -'],
    });
  });

  test('an unchanged finding is written again, at its own place', () => {
    const place = { line: 5, column: 44, endpoint: 2 };
    const old = finding({ rule: 'chain/odd-one-out', message: 'old', severity: 'notice', ...place });
    const { findings } = join(report([list(1, 0), list(1, 1), list(5, 2)], [old]));
    expect(findings).toMatchObject([
      {
        rule: 'chain/odd-one-out',
        severity: 'error',
        column: 44,
        data: { expected: '1', actual: '5', count: 2 },
      },
    ]);
  });

  test('an endpoint that answered with two ids is reported, and counts for neither', () => {
    const parts = [
      report([list(1, 0), list(5, 1, { facts: { chainId: 5, otherChainId: 1 } })]),
      report([list(1, 2)]),
    ];
    const joined = join(...parts);
    expect(joined.findings.map(({ rule, data }) => [rule, data])).toEqual([
      ['chain/unsteady', { ids: ['5', '1'], heights: null, isSyncing: false }],
    ]);
  });

  test('an old head that another endpoint shares is not reported', () => {
    const facts = { chainId: 1, blockHeight: 7, blockTime: '2026-01-01T00:00:00.000Z' };
    const stale = finding({ rule: 'evm/stale', severity: 'warning', line: 3 });
    const parts = [report([list(1, 0, { facts })], [stale]), report([list(1, 1, { facts })], [stale])];
    expect(join(...parts).findings).toEqual([]);
  });

  test('HTTP 503 of a host is a limit if another shard had an answer from the same address', () => {
    const facts = { address: '192.0.43.8:443' };
    const refused = list(1, 0, { verdict: 'fail', facts });
    const data = { detail: 'HTTP 503' };
    const down = { ...finding({ rule: 'http/upstream-down', line: 3, column: 9 }), data };
    const answered = list(1, 1, { facts: { ...facts, chainId: 1 } });
    const parts = [report([refused], [down]), report([answered])];
    const joined = join(...parts);
    expect(joined.endpoints.map(({ verdict }) => verdict)).toEqual(['inconclusive', 'pass']);
    expect(joined.findings).toMatchObject([
      { rule: 'net/rate-limited', severity: 'notice', line: 3, column: 9, endpoint: 0 },
    ]);
    const elsewhere = report([{ ...answered, facts: { address: '192.0.43.9:443', chainId: 1 } }]);
    const apart = join(report([refused], [down]), elsewhere);
    expect(apart.endpoints.map(({ verdict }) => verdict)).toEqual(['fail', 'pass']);
  });
});
