import { aborted, createAbortController, raceAbort } from '../../../net/abort.js';
import type { RouteParams } from '../../client/params.js';
import type { Handler } from '../http/answer-route.js';
import { explainDatabaseError } from '../http/service-problem.js';
import { deadlineExceeded } from './nodes/node-error.js';

/**
 * A handler whose answers are kept for some milliseconds, and that turns failures of the database into problems. Equal requests share a pending answer,
 * but for those that `isShared` excludes.
 */
export function serve<Answer extends object>(
  handler: Handler<Answer>,
  keepMs: (params: RouteParams) => number,
  isShared: (params: RouteParams) => boolean = () => true,
): Handler<Answer> {
  const shared = shareAnswers(handler);
  return async (params, context) => {
    try {
      const answer = await (isShared(params) ? shared : handler)(params, context);
      context.keepFor(keepMs(params));
      return answer;
    } catch (error) {
      throw explainDatabaseError(error);
    }
  };
}

/** A pending answer, with the number of requests that wait for it. */
interface Running<Answer> {
  readonly answer: Promise<Answer>;
  readonly controller: AbortController;
  waiting: number;
  isOver: boolean;
}

/** A handler that shares its pending answer among equal requests of one token: they would use the token's turns and get its refusals. */
export function shareAnswers<Answer extends object>(handler: Handler<Answer>): Handler<Answer> {
  const pending = new Map<string, Running<Answer>>();
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

function start<Answer>(answer: (signal: AbortSignal) => Promise<Answer>): Running<Answer> {
  const controller = createAbortController();
  const running = { answer: answer(controller.signal), controller, waiting: 0, isOver: false };
  const end = () => void (running.isOver = true);
  // If all requests have gone, the failure has no listener.
  running.answer.then(end, end);
  return running;
}
