import {
  describeType,
  answerLimits,
  findExceededLimit,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  tooComplex,
} from '../../model/json.js';
import type { Failure } from '../../model/failure.js';
import type { Problem, ProblemOf } from '../../model/rule.js';
import { copyPrefix } from '../../model/text.js';
import { type EmptyErrors, readRefusal, type Reply } from '../../net/refusal.js';
import { setLimit } from '../../net/loop-clock.js';
import type { WebSocketConnection } from '../../net/websocket.js';
import { formatCall, type JsonRpcCall, readResult, type RpcResult } from '../json/messages.js';
import type { WebSocketAnswerData } from './rules.js';

/** The problem of a call over a websocket, by a code without a family if it is not a failure. */
export type CallProblem = ProblemOf<WebSocketAnswerData> | Failure;

export type CallOutcome = RpcResult | { readonly kind: 'problem'; readonly problem: CallProblem };

/** JSON-RPC over one websocket. Answers may come in any order; what was not requested is ignored. */
export interface WebSocketCalls {
  /** Never rejects. Once the connection has ended, each unanswered call gets the reason of the end as its problem. */
  readonly call: (call: JsonRpcCall) => Promise<CallOutcome>;
  /** Resolves to true at the first event of a subscription, or to false when the connection ends. */
  readonly event: Promise<boolean>;
}

/** Whether a message exceeded the limit, as events of a chain with large blocks may. */
export function isTooLarge({ code, data }: Problem): boolean {
  return (
    code === 'net/response-too-large' || (code.endsWith('bad-envelope') && data['reason'] === tooComplex)
  );
}

/** The problem of an object that belongs to no call, and how long the answer may still take: clients ignore such objects. */
const strayCode = 'bad-envelope';
const strayMs = 2_000;

/** Starts to read the messages of a websocket, until it ends. `isEvent` tells those of a subscription from answers. */
export function startCalls(
  connection: WebSocketConnection,
  isEvent: (message: JsonObject) => boolean,
  none: EmptyErrors,
): WebSocketCalls {
  const calls = new PendingCalls();
  let onEvent: (hasEvent: boolean) => void = () => undefined;
  const event = new Promise<boolean>((resolve) => (onEvent = resolve));

  const take = (message: Message) => {
    if (message.kind === 'object') {
      const { value } = message;
      if (isEvent(value)) onEvent(true);
      const call = calls.pending.get(value['id'])?.call;
      if (call !== undefined) return calls.settle(call.id, readResponse(call, value, message.hasMark, none));
      if (isEvent(value) || Object.hasOwn(value, 'method') || calls.answered.has(value['id'])) return;
    }
    calls.takeStray(message);
  };
  const read = async () => {
    for (;;) {
      const message = await connection.receive();
      if (message.ok) take(readMessage(message.value));
      else {
        calls.end(message.failure);
        return onEvent(false);
      }
    }
  };
  void read();

  return {
    event,
    call: (call) =>
      new Promise((resolve) => {
        if (calls.ended !== null) return resolve(problem(calls.ended));
        calls.pending.set(call.id, { call, settle: resolve });
        connection.send(formatCall(call));
      }),
  };
}

class PendingCalls {
  ended: Failure | null = null;
  readonly pending = new Map<unknown, { call: JsonRpcCall; settle: (outcome: CallOutcome) => void }>();
  readonly answered = new Set<unknown>();
  readonly #strays = new Map<unknown, CallOutcome>();
  readonly #limits: (() => void)[] = [];

  settle(id: unknown, outcome: CallOutcome): void {
    this.pending.get(id)?.settle(outcome);
    this.pending.delete(id);
    this.answered.add(id);
  }

  /** Takes a message that belongs to no call, such as an error for all of them, which has no id. */
  takeStray(message: Message): void {
    const [oldest] = this.pending.values();
    if (oldest === undefined) return;
    const { id } = oldest.call;
    const outcome = readStray(oldest.call, message);
    const isForeign =
      message.kind === 'object' && outcome.kind === 'problem' && outcome.problem.code === strayCode;
    if (!isForeign) this.settle(id, outcome);
    else if (!this.#strays.has(id)) {
      this.#strays.set(id, outcome);
      this.#limits.push(setLimit(strayMs, () => this.settle(id, outcome)));
    }
  }

  /** Settles all calls, since the connection has ended. */
  end(failure: Failure): void {
    this.ended = failure;
    const isLimit = failure.code === 'net/rate-limited';
    for (const id of [...this.pending.keys()])
      this.settle(id, (isLimit ? null : this.#strays.get(id)) ?? problem(failure));
    for (const clear of this.#limits) clear();
  }
}

type Message =
  | { readonly kind: 'object'; readonly value: JsonObject; readonly hasMark: boolean }
  | { readonly kind: 'other'; readonly value: JsonValue }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'too-complex' };

function readMessage(whole: string): Message {
  if (findExceededLimit(Buffer.from(whole), answerLimits) !== null) return { kind: 'too-complex' };
  const hasMark = whole.startsWith('\uFEFF');
  const text = hasMark ? whole.slice(1) : whole;
  try {
    const value = JSON.parse(text) as JsonValue;
    return isJsonObject(value) ? { kind: 'object', value, hasMark } : { kind: 'other', value };
  } catch {
    return { kind: 'text', value: text };
  }
}

/** The answer to a call, JSON-RPC 2.0 section 5. */
function readResponse(
  call: JsonRpcCall,
  value: JsonObject,
  hasMark: boolean,
  none: EmptyErrors,
): CallOutcome {
  const error = refuse(call, value, { form: none, isAnswer: true });
  if (error !== null) return error;
  // Over HTTP, fetch removes the byte order mark; clients of websockets parse the text as it came, and refuse it (RFC 8259 section 8.1).
  if (hasMark) return badEnvelope('it begins with a byte order mark');
  const outcome = readResult(value, none);
  return 'reason' in outcome ? badEnvelope(outcome.reason) : outcome;
}

/** A message that belongs to no call, as the answer to a call that waits. */
function readStray(call: JsonRpcCall, message: Message): CallOutcome {
  if (message.kind === 'too-complex') return badEnvelope(tooComplex);
  const refusal = refuse(call, message.value, { form: 'false', isAnswer: false });
  if (refusal !== null) return refusal;
  if (message.kind === 'text')
    return problem({ code: 'not-json', data: { begins: copyPrefix(message.value.trim(), 40) } });
  return badEnvelope(
    message.kind === 'object'
      ? `"id" must be ${call.id}, the id of the request`
      : `expected an object, got ${describeType(message.value)}`,
  );
}

/** A refusal, also of a proxy that uses no envelope unless it is an answer. */
function refuse(
  { method }: JsonRpcCall,
  value: JsonValue,
  how: Pick<Reply, 'form' | 'isAnswer'>,
): CallOutcome | null {
  const refusal = readRefusal({ request: '', call: method, value, ...how });
  // Only gRPC-Gateway has node errors.
  return refusal === null ? null : problem(refusal as CallProblem);
}

function badEnvelope(reason: string): CallOutcome {
  return problem({ code: 'bad-envelope', data: { reason } });
}

function problem(fault: CallProblem): CallOutcome {
  return { kind: 'problem', problem: fault };
}
