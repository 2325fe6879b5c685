import type { JsonObject } from '../../../model/json.js';
import { aborted, createAbortController, raceAbort } from '../../../net/abort.js';
import type { Handler } from '../http/handler.js';
import { deadlineExceeded } from './nodes/node-error.js';

/** A pending answer, with the number of requests that wait for it. */
interface Running {
  readonly answer: Promise<JsonObject>;
  readonly controller: AbortController;
  waiting: number;
  isOver: boolean;
}

/** A handler that shares its pending answer among equal requests of one token: they would use the token's turns and get its refusals. */
export function shareAnswers(handler: Handler): Handler {
  const pending = new Map<string, Running>();
  return async (params, context) => {
    const sorted = Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1));
    const key = JSON.stringify([context.owner, sorted]);
    const running = pending.get(key) ?? start((signal) => handler(params, { ...context, signal }));
    pending.set(key, running);
    running.waiting += 1;
    try {
      const answer = await raceAbort(running.answer, context.signal);
      if (answer === aborted) throw deadlineExceeded();
      return answer;
    } finally {
      running.waiting -= 1;
      if (running.waiting === 0) {
        // Nobody waits for it any more. Creating the error of an abort costs more than everything else here.
        if (!running.isOver) running.controller.abort();
        // The next request starts a new one instead of joining the aborted one.
        if (pending.get(key) === running) pending.delete(key);
      }
    }
  };
}

function start(answer: (signal: AbortSignal) => Promise<JsonObject>): Running {
  const controller = createAbortController();
  const running = { answer: answer(controller.signal), controller, waiting: 0, isOver: false };
  const end = () => void (running.isOver = true);
  // If all requests have gone, the failure has no listener.
  running.answer.then(end, end);
  return running;
}
