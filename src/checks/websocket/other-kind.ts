import type { WebSocketKind } from '../../model/endpoint-kind.generated.js';
import { failure } from '../../model/failure.js';
import { isJsonObject, type JsonValue } from '../../model/json.js';
import { waitAtMost } from '../../net/abort.js';
import type { IdFamily } from '../../model/kind.js';
import type { JsonRpcCall } from '../json/rpc-call.js';
import { kinds, webSocketKinds } from '../kinds.generated.js';
import type { CallProblem, WebSocketCalls } from './calls.js';

/** A call that only one family of nodes answers. */
interface Sign {
  readonly call: Omit<JsonRpcCall, 'id'>;
  readonly fits: (result: JsonValue) => boolean;
}

const signs: Readonly<Partial<Record<IdFamily, Sign>>> = {
  cosmos: {
    call: { method: 'status', params: {} },
    fits: (result) => isJsonObject(result) && isJsonObject(result['node_info']),
  },
  evm: {
    call: { method: 'eth_chainId', params: [] },
    fits: (result) => typeof result === 'string' && result.startsWith('0x'),
  },
};

/** How long the answer to such a call may take. */
const signMs = 2_000;

/** Problems of answers that are JSON-RPC, but may be those of another family of nodes. */
const foreignAnswers: readonly string[] = ['method-missing', 'rpc-error', 'bad-envelope'];

/** The problem of a call, or that the websocket belongs to another family of nodes, if it answers that family's call. */
export async function nameOtherWebSocket(
  calls: WebSocketCalls,
  problem: CallProblem,
  listedAs: WebSocketKind,
): Promise<CallProblem> {
  if (!foreignAnswers.includes(problem.code)) return problem;
  const foreignKinds = webSocketKinds.filter((kind) => kinds[kind].idFamily !== kinds[listedAs].idFamily);
  for (const [index, kind] of foreignKinds.entries()) {
    const sign = signs[kinds[kind].idFamily];
    if (sign === undefined) continue;
    // The ids of the calls of a probe are below 100.
    const outcome = await waitAtMost(calls.call({ ...sign.call, id: 100 + index }), signMs);
    if (typeof outcome === 'object' && outcome.kind === 'result' && sign.fits(outcome.result))
      return failure(`${listedAs}/other-kind`, { kind });
  }
  return problem;
}
