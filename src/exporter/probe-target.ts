import { suspectsLocalFailure } from '../engine/local-failure.js';
import { type ListedTarget, probeAll } from '../engine/probe-all.js';
import type { SingleProbe } from '../engine/report-entry.js';
import type { RunOptions } from '../engine/run-options.js';
import { createAbortController } from '../net/abort.js';
import { checkConnectivity, type LocalFailure } from '../net/connectivity.js';

/** Probes a target like a run. Null if the signal, which is that of all probes, aborts first. */
export type ProbeTarget = (target: ListedTarget, signal: AbortSignal) => Promise<SingleProbe | null>;

/** Creates the probe of an exporter. */
export function createProbeTarget(options: RunOptions): ProbeTarget {
  let checking: Promise<LocalFailure | null> | null = null;
  // One check for all that wait for it: without a network, every probe needs it.
  const checkOnce = (signal: AbortSignal) =>
    (checking ??= checkConnectivity({
      ...(options.nameServers === undefined ? {} : { servers: options.nameServers }),
      signal,
    }).finally(() => (checking = null)));
  return async (target, signal) => {
    const ending = createAbortController();
    const end = () => ending.abort();
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    try {
      const results = await probeAll(new Map([['', target]]), options, ending.signal);
      const probed = results.get('');
      if (probed === undefined) return null;
      const localFailure = suspectsLocalFailure([probed]) ? await checkOnce(signal) : null;
      return signal.aborted ? null : { probed, localFailure };
    } finally {
      // Cancels pending queries to name servers.
      end();
      signal.removeEventListener('abort', end);
    }
  };
}
