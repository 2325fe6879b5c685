import type { WebSocketKind } from '../../model/endpoint-kind.generated.js';
import type { ProbeContext } from '../../net/probe-context.js';
import { openWebSocket } from '../../net/websocket.js';
import { askAsPage, type Cors, judgeRefusal, origin } from '../http/cors.js';

/**
 * Whether a page of another origin may open a websocket. Browsers let any page, so the server decides by the origin (RFC 6455 section 10.2): geth
 * without `--ws.origins` and evmd refuse it. Null as in `checkCors`.
 */
export function checkOrigin(context: ProbeContext, kind: WebSocketKind): Promise<Cors> {
  return askAsPage(context, async (limited) => {
    const { opened } = await openWebSocket(limited, kind, { origin });
    if (!opened.ok) return judgeRefusal('the upgrade with an origin', opened.failure);
    opened.value.close();
    return { allowed: true };
  });
}
