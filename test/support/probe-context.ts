import { success } from '../../src/model/failure.js';
import { createAbortController } from '../../src/net/abort.js';
import type { ProbeContext } from '../../src/net/probe-context.js';
import { PhaseClock } from '../../src/net/phase-clock.js';

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
    userAgent: 'endpoint-check',
    cors: false,
    capabilities: false,
    ...otherwise,
  };
}
