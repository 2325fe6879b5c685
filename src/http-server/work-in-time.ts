import type { ServerResponse } from 'node:http';
import { aborted, createAbortController, raceAbort } from '../net/abort.js';

/** Waits for work for a client, but only until its time is over or the client has gone: then the signal aborts, and the result is `aborted`. */
export async function workInTime<Value>(
  outgoing: ServerResponse,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value | typeof aborted> {
  const controller = createAbortController();
  const end = () => controller.abort();
  const timer = setTimeout(end, limitMs);
  outgoing.once('close', end);
  try {
    return await raceAbort(work(controller.signal), controller.signal);
  } finally {
    clearTimeout(timer);
    outgoing.off('close', end);
  }
}
