import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../src/model/report.js';
import { endpointKinds } from '../../src/model/endpoint-kind.generated.js';
import { createAuthority } from '../../src/sandbox/certificates.js';
import { type Outcome, runProcess } from '../support/command-line.js';
import { requireValid } from '../support/report-samples.js';
import type { Fault } from './fault.js';
import { allFaults } from './index.js';
import { openLab } from './test-in-process.js';

/** Those that need no options: one process checks all of a kind, a few at a time, and no fault may change the verdict of another. */
const isPlain = ({ chainId, timeout, args, attempts = [1] }: Fault) =>
  chainId === undefined && timeout === undefined && args === undefined && attempts.includes(1);

/** Reports mask the values of a query. */
const hideQuery = (url: string) => url.split('?')[0];

const options = ['--allow-private', '--retries', '0', '--per-host', '8', '--reporter', 'json'];

describe.each(endpointKinds)('the program checks the faults of %s as probe and judge do', (kind) => {
  const faults = allFaults.filter((fault) => fault.kind === kind && isPlain(fault));
  let urls: readonly string[];
  let outcome: Outcome;
  let report: Report;
  let lab: ReturnType<typeof openLab>;
  let directory: string;

  beforeAll(async () => {
    const authority = await createAuthority();
    directory = await mkdtemp(join(tmpdir(), 'endpoint-check-faults-'));
    await writeFile(join(directory, 'authority.pem'), authority.cert);
    lab = openLab(authority);
    urls = await Promise.all(faults.map(({ start }) => start(lab)));
    const env = { NODE_EXTRA_CA_CERTS: `${directory}/authority.pem` };
    outcome = await runProcess([kind, ...urls, ...options], { env });
    report = JSON.parse(outcome.stdout) as Report;
  });
  afterAll(() => Promise.all([lab.close(), rm(directory, { recursive: true })]));

  test.each(faults)('$name', (fault) => {
    const index = faults.indexOf(fault);
    const findings = report.findings.filter(({ endpoint }) => endpoint === index);
    // If a busy machine stalls the process, the finding says so (src/engine/probe-with-retries.test.ts).
    const excuse = findings.find(({ rule, data }) => rule === 'net/local-limit' && 'stalledMs' in data);
    if (excuse !== undefined) {
      expect([fault.verdict, fault.rules]).toEqual(['fail', [excuse.data['code']]]);
      return;
    }
    const { verdict, rules } = fault;
    const isListed = (rule: string) => rule !== 'http/plaintext' || rules.includes(rule);
    const found = {
      url: hideQuery(report.endpoints[index]?.url ?? ''),
      verdict: report.endpoints[index]?.verdict,
      rules: findings
        .map(({ rule }) => rule)
        .filter(isListed)
        .sort(),
    };
    expect(found, findings[0]?.message).toEqual({
      url: hideQuery(urls[index] ?? ''),
      verdict,
      rules: [...rules].sort(),
    });
  });

  test('the report and the exit status are valid, and standard error is empty', () => {
    requireValid(report);
    expect([outcome.exitCode, outcome.stderr]).toEqual([1, '']);
  });
});
