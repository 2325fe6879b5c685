import { withLimit } from '../../../net/abort.js';
import { PhaseClock } from '../../../net/phase-clock.js';
import type { ProbeContext } from '../../../net/probe-context.js';
import { readCometStatus } from '../comet-status.js';
import { appendPath } from '../../url/http-url.js';
import { endsInWebsocket } from '../../websocket/ask-by-post.js';
import { callOnAnother } from '../../websocket/probe-over-websocket.js';
import { formatWsTarget, websocketPath } from './url.js';

/** How long trying other paths may take, in addition to the check itself. */
const findMs = 3_000;

/** The url of the same host at which a CometBFT websocket answers, if there is none at the target's path; null for none. */
export async function findWebsocketPath(context: ProbeContext): Promise<string | null> {
  const { target } = context;
  if (endsInWebsocket(target.path)) return null;
  const paths = new Set([appendPath(target.path, websocketPath), websocketPath]);
  const limit = withLimit(context.signal, findMs);
  try {
    for (const path of paths) {
      const pathContext = {
        ...context,
        target: { ...target, path },
        signal: limit.signal,
        clock: new PhaseClock(),
      };
      if (await answersStatus(pathContext)) return formatWsTarget(pathContext.target);
    }
    return null;
  } finally {
    limit.clear();
  }
}

async function answersStatus(context: ProbeContext): Promise<boolean> {
  const websocket = { kind: 'ws', isEvent: () => false, none: 'false or empty' } as const;
  const outcome = await callOnAnother(context, websocket, ({ call }) =>
    call({ id: 1, method: 'status', params: {} }),
  );
  return outcome.kind === 'result' && !('reason' in readCometStatus(outcome.result));
}
