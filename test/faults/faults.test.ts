import { beforeAll, describe, expect, test } from 'vitest';
import { type Authority, createAuthority } from '../../src/sandbox/certificates.js';
import { runForReport } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { use } from '../support/servers.js';
import type { Fault } from './fault.js';
import { faults } from './index.js';

let authority: Authority;
beforeAll(async () => {
  authority = await createAuthority();
});

describe('every fault ends in its own rule and verdict', () => {
  test.each(faults)('$kind: $name', async (fault) => {
    const { start, kind, verdict, rules, chainId, timeout = '8s', args = [] } = fault;
    const url = await start({ authority, serve: async (server) => (await use(server)).port });
    const directory = await createDirectory({ 'authority.pem': authority.cert });
    const claim = chainId === undefined ? [] : ['--chain-id', chainId];
    const startedAt = performance.now();
    const { report, stderr, exitCode } = await runForReport(
      [kind, url, '--allow-private', '--retries', '0', '--timeout', timeout, ...claim, ...args],
      { env: { NODE_EXTRA_CA_CERTS: `${directory}/authority.pem` } },
    );
    const [endpoint] = report.endpoints;
    const found = {
      verdict: endpoint?.verdict,
      rules: report.findings.map(({ rule }) => rule).filter((rule) => rule !== 'http/plaintext'),
    };
    expect(found, report.findings[0]?.message).toEqual({ verdict, rules });
    expect(exitCode).toBe(chooseExitCode(fault));
    expect(stderr).toBe('');
    // Nothing outlives its budget by more than half a second, start of the process aside.
    expect(endpoint?.durationMs).toBeLessThan(
      Number.parseFloat(timeout) * (timeout.endsWith('ms') ? 1 : 1_000) + 500,
    );
    expect(performance.now() - startedAt).toBeLessThan(25_000);
  });
});

function chooseExitCode({ verdict }: Fault): number {
  return verdict === 'fail' || verdict === 'invalid' ? 1 : 0;
}
