import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../src/index.js';
import { type Authority, createAuthority } from '../../src/sandbox/certificates.js';
import type { SandboxServer } from '../../src/sandbox/server.js';
import { type Outcome, runProcess } from '../support/command-line.js';
import { requireValid } from '../support/report-schema.js';
import { connectionFaults } from './connections.js';
import type { Fault } from './fault.js';
import { faults } from './index.js';
import { peerFaults } from './peers.js';
import { sharedRefusals } from './shared-refusals.js';

/**
 * Checks the faults of these kinds by the program as it is shipped. Each test file calls it for some kinds, and the files run concurrently, since
 * most of the time is waiting.
 */
export function testFaults(...kinds: readonly Fault['kind'][]): void {
  let authority: Authority;
  let directory: string;

  beforeAll(async () => {
    authority = await createAuthority();
    directory = await mkdtemp(join(tmpdir(), 'endpoint-check-faults-'));
    await writeFile(join(directory, 'authority.pem'), authority.cert);
  });
  afterAll(() => rm(directory, { recursive: true }));

  const ofKinds = [...faults, ...connectionFaults, ...sharedRefusals, ...peerFaults].filter(({ kind }) =>
    kinds.includes(kind),
  );
  // One process checks all faults that share their options, a few at a time: no fault may change the verdict of another.
  describe.each(groupByOptions(ofKinds))('endpoint-check %s', (options, group) => {
    const [kind = '', ...more] = options.split(' ');
    const servers: SandboxServer[] = [];
    let urls: string[];
    let outcome: Outcome;
    let report: Report;

    beforeAll(async () => {
      const serve = async (starting: Promise<SandboxServer>) => {
        const server = await starting;
        servers.push(server);
        return server.port;
      };
      urls = await Promise.all(group.map(({ start }) => start({ authority, serve })));
      outcome = await runProcess(
        [
          kind,
          ...urls,
          '--allow-private',
          '--retries',
          '0',
          '--per-host',
          '8',
          '--reporter',
          'json',
          ...more,
        ],
        { env: { NODE_EXTRA_CA_CERTS: join(directory, 'authority.pem') } },
      );
      report = JSON.parse(outcome.stdout) as Report;
    });
    afterAll(() => Promise.all(servers.map((server) => server.close())));

    test.each(group)('$name', (fault) => {
      const index = group.indexOf(fault);
      const findings = report.findings.filter(({ endpoint }) => endpoint === index);
      // If a busy machine stalls the process, the finding says so (src/engine/probe-with-retries.test.ts).
      const excuse = findings.find(({ rule, data }) => rule === 'net/local-limit' && 'stalledMs' in data);
      if (excuse !== undefined) {
        expect([fault.verdict, fault.rules]).toEqual(['fail', [excuse.data['code']]]);
        return;
      }
      const found = {
        url: report.endpoints[index]?.url,
        verdict: report.endpoints[index]?.verdict,
        rules: findings.map(({ rule }) => rule).filter((rule) => rule !== 'http/plaintext'),
      };
      const { verdict, rules } = fault;
      expect(found, findings[0]?.message).toEqual({ url: urls[index], verdict, rules });
    });

    test('the report and the exit status are valid, and standard error is empty', () => {
      requireValid(report);
      const failed = group.some(({ verdict }) => verdict !== 'pass' && verdict !== 'inconclusive');
      expect([outcome.exitCode, outcome.stderr]).toEqual([failed ? 1 : 0, '']);
    });
  });
}

/** Faults, grouped by the command-line options that they need. */
function groupByOptions(
  ofKinds: readonly Fault[],
): readonly (readonly [options: string, group: readonly Fault[]])[] {
  const groups = new Map<string, Fault[]>();
  for (const fault of ofKinds) {
    const { kind, chainId, timeout, args = [] } = fault;
    const claim = chainId === undefined ? [] : ['--chain-id', chainId];
    const budget = timeout === undefined ? [] : ['--timeout', timeout];
    const options = [kind, ...claim, ...budget, ...args].join(' ');
    groups.set(options, [...(groups.get(options) ?? []), fault]);
  }
  return [...groups];
}
