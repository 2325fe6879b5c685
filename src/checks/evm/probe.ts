import type { PhasesMs } from '../../model/report.js';
import type { Conversation } from '../../net/conversation.js';
import { type HttpConnection, openHttp } from '../../net/http.js';
import { formatCall, type JsonRpcCall, type JsonRpcOutcome, readAnswer } from './json-rpc.js';

/** What a conversation with an EVM endpoint showed. */
export interface EvmObservation {
  readonly connection: Pick<HttpConnection, 'address' | 'certificateExpiresAt'> | null;
  /** False only for plain http, in a local test. */
  readonly secure: boolean;
  readonly block: JsonRpcOutcome;
  readonly chainId: JsonRpcOutcome | null;
  readonly phasesMs: PhasesMs;
}

/** The request that an endpoint must answer to be listed. */
const getLatestBlock: JsonRpcCall = { id: 1, method: 'eth_getBlockByNumber', params: ['latest', false] };
const getChainId: JsonRpcCall = { id: 2, method: 'eth_chainId', params: [] };

/**
 * Asks for the latest block and for the chain id. The first attempt sends both at once on one connection; later ones send
 * them one after the other. They never go as a batch, which public nodes refuse.
 */
export async function probeEvm(conversation: Conversation, attempt: number): Promise<EvmObservation> {
  const { target, clock } = conversation;
  const opened = await openHttp(conversation);
  if (!opened.ok) {
    const block: JsonRpcOutcome = { kind: 'problem', problem: opened.failure };
    return { connection: null, secure: target.secure, block, chainId: null, phasesMs: clock.read() };
  }
  const connection = opened.value;
  // Not the connection itself: what is seen is kept to the end of the run, and with it all that it holds.
  const { address, certificateExpiresAt } = connection;
  try {
    const first = ask(connection, getLatestBlock);
    const early = attempt === 1 ? ask(connection, getChainId) : null;
    const block = await first;
    const chainId = block.kind === 'result' ? await askChainId(conversation, connection, early) : null;
    return {
      connection: { address, certificateExpiresAt },
      secure: target.secure,
      block,
      chainId,
      phasesMs: clock.read(),
    };
  } finally {
    connection.close();
  }
}

async function askChainId(
  conversation: Conversation,
  connection: HttpConnection,
  early: Promise<JsonRpcOutcome> | null,
): Promise<JsonRpcOutcome> {
  const outcome = await (early ?? ask(connection, getChainId));
  const lost = outcome.kind === 'problem' && outcome.problem.code === 'net/reset';
  if (!lost || conversation.signal.aborted) return outcome;
  // The server closes after each answer, which is its right (RFC 9112 section 9.6): ask on a connection of its own.
  const again = await openHttp(conversation);
  if (!again.ok) return { kind: 'problem', problem: again.failure };
  try {
    return await ask(again.value, getChainId);
  } finally {
    again.value.close();
  }
}

async function ask(connection: HttpConnection, call: JsonRpcCall): Promise<JsonRpcOutcome> {
  const answer = await connection.post(formatCall(call));
  return answer.ok ? readAnswer(call, answer.value) : { kind: 'problem', problem: answer.failure };
}
