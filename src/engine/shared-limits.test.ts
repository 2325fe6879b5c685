import { describe, expect, test } from 'vitest';
import { endpoint, finding, report } from '../../test/support/report-samples.js';
import { reclassifySharedLimits } from './shared-limits.js';

/** The verdicts and rules of probes, written as `host address detail`: with the detail of a node that is down, or without one with a chain id. */
function judge(probes: readonly string[]): string[] {
  const rows = probes.map((text) => {
    const [host = '', address = '', ...words] = text.split(' ');
    return { host, address, detail: words.join(' ') };
  });
  const endpoints = rows.map(({ host, address, detail }) =>
    endpoint({
      url: `https://${host}.example`,
      verdict: detail === '' ? 'pass' : 'fail',
      facts: { address, chainId: detail === '' ? 'a-1' : null },
    }),
  );
  const findings = rows.flatMap(({ detail }, at) =>
    detail === '' ? [] : [finding({ rule: 'http/upstream-down', data: { detail }, endpoint: at })],
  );
  const judged = reclassifySharedLimits(report(endpoints, findings));
  return judged.endpoints.map(({ verdict }, at) => {
    const rules = judged.findings.filter((each) => each.endpoint === at).map(({ rule }) => rule);
    return [verdict, ...rules].join(' ');
  });
}

describe('HTTP 503 is a limit if another host at the address answered', () => {
  const [down, limited] = ['fail http/upstream-down', 'inconclusive net/rate-limited'];
  test.each<[string, readonly string[], readonly string[]]>([
    ['on one port', ['a 1.1.1.1:443 HTTP 503', 'b 1.1.1.1:443'], [limited, 'pass']],
    ['on two ports', ['a 1.1.1.1:443 HTTP 503', 'b 1.1.1.1:80'], [limited, 'pass']],
    ['over IPv6', ['a [2606::1]:443 HTTP 503', 'b [2606::1]:443'], [limited, 'pass']],
    ['not elsewhere', ['a 1.1.1.1:443 HTTP 503', 'b 1.1.1.2:443'], [down, 'pass']],
    ['not the host itself', ['a 1.1.1.1:443 HTTP 503', 'a 1.1.1.1:443'], [down, 'pass']],
    ['not if none answered', ['a 1.1.1.1:443 HTTP 503', 'b 1.1.1.1:443 HTTP 503'], [down, down]],
    ['nor is HTTP 502', ['a 1.1.1.1:443 HTTP 502', 'b 1.1.1.1:443'], [down, 'pass']],
    [
      'nor a proxy that has no server for this host',
      ['a 1.1.1.1:443 HTTP 503, "No server is available to handle this request"', 'b 1.1.1.1:443'],
      [down, 'pass'],
    ],
  ])('%s', (_, probes, verdicts) => {
    expect(judge(probes)).toEqual(verdicts);
  });
});

test('the finding stays at its place, with the line of a copied entry', () => {
  const facts = { address: '1.1.1.1:443', chainId: 'a-1' };
  const endpoints = [endpoint(), endpoint({ url: 'https://other.example' })].map((each) => ({
    ...each,
    facts,
  }));
  const place = { file: 'list.js', line: 7, column: 1, pointer: null };
  const data = { line: 3, detail: 'HTTP 503', kind: 'evm' };
  const found = finding({ rule: 'http/upstream-down', ...place, data, endpoint: 0 });
  expect(reclassifySharedLimits(report(endpoints, [found])).findings).toMatchObject([
    { rule: 'net/rate-limited', ...place, data: { line: 3, detail: 'HTTP 503', retryAfterMs: null } },
  ]);
});
