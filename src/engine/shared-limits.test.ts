import { describe, expect, test } from 'vitest';
import type { ProbedTarget } from './local-failure.js';
import { reclassifySharedLimits } from './shared-limits.js';

/** A probe, written as `host address detail`, that ended in that of a node that is down; without one it returned a chain id. */
function probe(text: string): ProbedTarget {
  const [host = '', address = '', ...words] = text.split(' ');
  const isDown = words.length > 0;
  const problems = isDown ? [{ code: 'http/upstream-down', data: { detail: words.join(' ') } }] : [];
  const facts = { address, chainId: isDown ? null : 'a-1' };
  const observation = { facts, problems, judgeClaim: () => [] };
  return {
    target: { host, port: 443, path: '', secure: true },
    result: { observation, observedAt: 0, attempts: 1, durationMs: 1 },
  };
}

function judge(probes: readonly string[]): string[] {
  const results = reclassifySharedLimits(new Map(probes.map((text, at) => [String(at), probe(text)])));
  return [...results.values()].map(({ result }) => result.observation.problems[0]?.code ?? 'none');
}

describe('HTTP 503 is a limit if another host at the address answered', () => {
  const [down, limited] = ['http/upstream-down', 'net/rate-limited'];
  test.each<[string, readonly string[], readonly string[]]>([
    ['on one port', ['a 1.1.1.1:443 HTTP 503', 'b 1.1.1.1:443'], [limited, 'none']],
    ['on two ports', ['a 1.1.1.1:443 HTTP 503', 'b 1.1.1.1:80'], [limited, 'none']],
    ['over IPv6', ['a [2606::1]:443 HTTP 503', 'b [2606::1]:443'], [limited, 'none']],
    ['not elsewhere', ['a 1.1.1.1:443 HTTP 503', 'b 1.1.1.2:443'], [down, 'none']],
    ['not the host itself', ['a 1.1.1.1:443 HTTP 503', 'a 1.1.1.1:443'], [down, 'none']],
    ['not if none answered', ['a 1.1.1.1:443 HTTP 503', 'b 1.1.1.1:443 HTTP 503'], [down, down]],
    ['nor is HTTP 502', ['a 1.1.1.1:443 HTTP 502', 'b 1.1.1.1:443'], [down, 'none']],
    [
      'nor a proxy that has no server for this host',
      ['a 1.1.1.1:443 HTTP 503, "No server is available to handle this request"', 'b 1.1.1.1:443'],
      [down, 'none'],
    ],
  ])('%s', (_, probes, codes) => {
    expect(judge(probes)).toEqual(codes);
  });
});
