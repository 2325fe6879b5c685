import { onTestFinished } from 'vitest';
import { success } from '../../src/model/failure.js';
import { createAbortController } from '../../src/net/abort.js';
import { defaultProbeSettings, type ProbeContext, PhaseClock } from '../../src/net/probe-context.js';
import type { Check } from '../../src/checks/check.js';
import { GrpcConnection } from '../../src/net/grpc/connection.js';
import type { Transport } from '../../src/net/grpc/session.js';

/** A context in plaintext with a port of this machine, with these changes. */
export function createProbeContext(port: number, otherwise: Partial<ProbeContext> = {}): ProbeContext {
  return {
    target: { host: '127.0.0.1', port, path: '/', secure: false },
    resolve: () => Promise.resolve(success(['127.0.0.1'])),
    proxy: null,
    signal: createAbortController().signal,
    clock: new PhaseClock(),
    pause: (wait) => wait(),
    budgetMs: 20_000,
    ...defaultProbeSettings,
    userAgent: 'endpoint-check',
    ...otherwise,
  };
}

/** What a check says of a server of this machine: its facts, and the codes of its problems, without that of plaintext. */
export async function check(
  kind: Check,
  port: number,
  attempt = 1,
  otherwise: Partial<ProbeContext> & { readonly isArchive?: boolean } = {},
) {
  const { isArchive = false, ...context } = otherwise;
  const probe = await kind.loadProbe();
  const created = createProbeContext(port, context);
  const target = { ...created.target, ...(isArchive ? { claimsArchive: true as const } : {}) };
  const { facts, problems, judgeClaim } = await probe({ ...created, target }, attempt);
  const judged = problems.filter(({ code }) => code !== 'http/plaintext');
  return { facts, codes: judged.map(({ code }) => code), problems: judged, judgeClaim };
}

/** A gRPC connection that is closed when the test ends. A test that runs beside others passes its own `onEnd`. */
export function openForTest(
  context: ProbeContext,
  addresses: readonly string[] = ['127.0.0.1'],
  transport: Transport = 'plaintext',
  onEnd = onTestFinished,
): GrpcConnection {
  const connection = new GrpcConnection(context, addresses, transport);
  onEnd(() => connection.close());
  return connection;
}

const cell = new Int32Array(new SharedArrayBuffer(4));

/** Blocks the event loop of this process, like one long callback, without using the processor. */
export function standStill(ms: number): void {
  Atomics.wait(cell, 0, 0, ms);
}
