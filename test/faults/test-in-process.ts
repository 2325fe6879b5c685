import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCheck } from '../../src/checks/index.js';
import { getSecureContext } from '../../src/net/connect-options.js';
import { type Authority, createAuthority } from '../../src/sandbox/certificates.js';
import type { SandboxServer } from '../../src/sandbox/server.js';
import { checkInProcess, type Conclusion } from './check-in-process.js';
import type { Fault, Lab } from './fault.js';

/** Starts the servers of faults; `close` ends all of them. */
export function openLab(authority: Authority): Lab & { readonly close: () => Promise<unknown> } {
  const servers: SandboxServer[] = [];
  let usual: ReturnType<Authority['issue']> | undefined;
  return {
    // One certificate serves all that need no other: to sign one takes longer than most checks.
    authority: {
      ...authority,
      issue: (options) => (options === undefined ? (usual ??= authority.issue()) : authority.issue(options)),
    },
    serve: async (starting) => {
      const server = await starting;
      servers.push(server);
      return server.port;
    },
    close: () => Promise.all(servers.map((server) => server.close())),
  };
}

/** Most of the time of a check is waiting; more would keep each other waiting. */
const concurrency = 16;

/** Checks faults by the probe and the judge of their kinds, in this process. */
export function testInProcess(faults: readonly Fault[]): void {
  const conclusions = new Map<Fault, readonly Conclusion[]>();
  let lab: ReturnType<typeof openLab>;

  beforeAll(async () => {
    // Several files share a process, and OpenSSL finds an authority by its name.
    lab = openLab(await createAuthority(`endpoint-check sandbox ${randomUUID()}`));
    // As Node does with NODE_EXTRA_CA_CERTS, which it reads when a process starts.
    const trusted = getSecureContext().context as { addCACert: (pem: string) => void };
    trusted.addCACert(lab.authority.cert);
    const waiting = await Promise.all(faults.map((fault) => prepare(fault, lab)));
    const work = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        conclusions.set(next.fault, await Promise.all(next.checks.map((check) => check())));
    };
    await Promise.all(Array.from({ length: concurrency }, work));
  });
  afterAll(() => lab.close());

  test.each(faults)('$kind: $name', (fault) => {
    const { kind, verdict, rules } = fault;
    for (const found of conclusions.get(fault) ?? []) {
      // If a busy machine stalls the process, the problem says so (src/engine/probe-with-retries.test.ts).
      const stall = found.problems.find(
        ({ code, data }) => code === 'net/local-limit' && 'stalledMs' in data,
      );
      if (stall !== undefined) {
        expect([verdict, rules]).toEqual(['fail', [stall.data['code']]]);
        continue;
      }
      const codes = found.problems.map(({ code }) => code);
      const isListed = (code: string) => code !== 'http/plaintext' || rules.includes(code);
      expect(
        { verdict: found.verdict, rules: codes.filter(isListed).sort() },
        JSON.stringify(found.problems),
      ).toEqual({ verdict, rules: [...rules].sort() });
      const problem = found.problems.find(({ code }) => code === rules[0]);
      if (fault.data !== undefined) expect(problem?.data).toMatchObject(fault.data);
      if (fault.facts !== undefined) expect(found.facts).toMatchObject(fault.facts);
      // Whatever is known, the fields are those of an endpoint that was not probed.
      if (verdict !== 'invalid')
        expect(Object.keys(found.facts)).toEqual(Object.keys(getCheck(kind).noFacts));
    }
  });
}

/** The checks of a fault, one for each attempt, which meets a server of its own. */
async function prepare(fault: Fault, lab: Lab) {
  const { kind, start, chainId, timeout, args = [], attempts = [1] } = fault;
  const prepareAttempt = async (attempt: number) => {
    const url = await start(lab);
    return () =>
      checkInProcess(getCheck(kind), url, {
        attempt,
        cors: args.includes('--cors'),
        ...(chainId === undefined ? {} : { chainId }),
        ...(timeout === undefined ? {} : { timeoutMs: Number.parseInt(timeout) * 1_000 }),
      });
  };
  return { fault, checks: await Promise.all(attempts.map(prepareAttempt)) };
}
