import { describe, expect, test } from 'vitest';
import type { ProbedTarget } from './local-failure.js';
import { reclassifySharedLimits } from './shared-limits.js';

/** A probe of a host at an address that ended in a problem, or returned a chain id. */
function probe(host: string, address: string, problem: string | null, detail = 'HTTP 503'): ProbedTarget {
  const problems = problem === null ? [] : [{ code: problem, data: { detail } }];
  const facts = { address, chainId: problem === null ? 'a-1' : null };
  return {
    target: { host, port: 443, path: '', secure: true },
    result: {
      observation: { facts, problems, judgeClaim: () => [] },
      observedAt: 0,
      attempts: 1,
      durationMs: 1,
    },
  };
}

function judge(...probes: readonly ProbedTarget[]): string[] {
  const results = reclassifySharedLimits(new Map(probes.map((probed, at) => [String(at), probed])));
  return [...results.values()].map(({ result }) => result.observation.problems[0]?.code ?? 'none');
}

describe('HTTP 503 is a limit if another host at the address answered', () => {
  const down = 'http/upstream-down';
  test.each<[string, readonly ProbedTarget[], readonly string[]]>([
    [
      'on one port',
      [probe('a', '1.1.1.1:443', down), probe('b', '1.1.1.1:443', null)],
      ['net/rate-limited', 'none'],
    ],
    [
      'on two ports',
      [probe('a', '1.1.1.1:443', down), probe('b', '1.1.1.1:80', null)],
      ['net/rate-limited', 'none'],
    ],
    [
      'over IPv6',
      [probe('a', '[2606::1]:443', down), probe('b', '[2606::1]:443', null)],
      ['net/rate-limited', 'none'],
    ],
    ['not elsewhere', [probe('a', '1.1.1.1:443', down), probe('b', '1.1.1.2:443', null)], [down, 'none']],
    [
      'not the host itself',
      [probe('a', '1.1.1.1:443', down), probe('a', '1.1.1.1:443', null)],
      [down, 'none'],
    ],
    [
      'not if none answered',
      [probe('a', '1.1.1.1:443', down), probe('b', '1.1.1.1:443', down)],
      [down, down],
    ],
    [
      'nor is HTTP 502',
      [probe('a', '1.1.1.1:443', down, 'HTTP 502'), probe('b', '1.1.1.1:443', null)],
      [down, 'none'],
    ],
    [
      'nor a proxy that has no server for this host',
      [
        probe('a', '1.1.1.1:443', down, 'HTTP 503, "No server is available to handle this request"'),
        probe('b', '1.1.1.1:443', null),
      ],
      [down, 'none'],
    ],
  ])('%s', (_, probes, codes) => {
    expect(judge(...probes)).toEqual(codes);
  });
});
