import { failure, type Failure, type ServiceKind } from '../../../model/failure.js';
import type { ProblemOf } from '../../../model/rule.js';
import { copyPrefix, truncate } from '../../../model/text.js';
import type { CallDefinition } from '../../../net/grpc/messages.js';
import { classifyServerStatus, decodeMessage } from '../../../net/grpc/server-status.js';
import { type HeaderFields, nameContentType, readField } from '../../../net/header-fields.js';
import type { HttpAnswer } from '../../../net/http.js';
import { classifyHttpStatus } from '../../../net/http-status.js';
import { limits } from '../../../net/limits.js';
import { decodeText, type Frames, type Malformation, readFrames } from '../../http/grpc-web-frames.js';
import type { FailedOutcome } from '../../http/outcome.js';
import type { CosmosData, NodeErrorData } from '../rules.js';

export type GrpcWebData = CosmosData<'grpc-web'> & {
  'grpc-web/other-kind': { kind: ServiceKind };
  'grpc-web/not-grpc-web': { contentType: string; begins: string };
  'grpc-web/malformed-response': { call: string; reason: string; isCutOff?: true };
  'grpc-web/no-status': { call: string };
  'grpc-web/text-answer': Record<never, never>;
  'grpc-web/service-missing': { detail: string };
  'grpc-web/method-unimplemented': { detail: string };
  'grpc-web/node-error': NodeErrorData;
};

type ProblemOutcome = FailedOutcome<ProblemOf<GrpcWebData> | Failure>;

export type CallOutcome<Answer> =
  { readonly kind: 'result'; readonly result: Answer; readonly isText: boolean } | ProblemOutcome;

/** How the frames of an answer are encoded, by its content type; `grpc` is the protocol that runs on HTTP/2. */
const forms = {
  binary: /^application\/grpc-web(?:\+proto)?\s*(?:;|$)/i,
  text: /^application\/grpc-web-text(?:\+proto)?\s*(?:;|$)/i,
  grpc: /^application\/grpc\s*(?:[+;]|$)/i,
} as const;

/** By the HTTP status first, then the content type, then the frames; without a status there by the header fields (PROTOCOL-WEB, "trailers-only"). */
export function readAnswer<Answer>(call: CallDefinition<Answer>, answer: HttpAnswer): CallOutcome<Answer> {
  const { status, headers, body } = answer;
  const contentType = readTrimmed(headers, 'content-type') ?? '';
  const hasFrames = status < 300 && /^application\/grpc/i.test(contentType);
  const refused = hasFrames ? null : classifyHttpStatus(status, headers, 'grpc-web', body);
  // grpc-go answers HTTP 415 in this form to a content type that is not gRPC's, here through a proxy.
  if (refused?.code === 'http/status' && forms.grpc.test(contentType)) return isGrpc;
  if (refused !== null) return problem(refused);
  if (forms.grpc.test(contentType)) return readPlainGrpc(call, answer, contentType);
  const isText = forms.text.test(contentType);
  if (!isText && !forms.binary.test(contentType))
    return problem({ code: 'grpc-web/not-grpc-web', data: describe(contentType, body) });

  const early = readTrimmed(headers, 'grpc-status');
  const bytes = isText ? decodeText(body) : body;
  const frames: Frames | Malformation =
    bytes === null ? { reason: 'its text is not base64' } : readFrames(bytes);
  const trailers = 'reason' in frames ? null : frames.trailers;
  const late = trailers?.get('grpc-status');
  // Clients take the status in the header fields only if no trailers have one.
  if (late === undefined && early !== null && early !== '0')
    return readStatus(call, early, readTrimmed(headers, 'grpc-message'), headers);
  if ('reason' in frames) return malformed(call, frames.reason, frames.isCutOff);
  const [message] = frames.messages;
  if (late === undefined)
    return early === null
      ? problem({ code: 'grpc-web/no-status', data: { call: call.name } })
      : malformed(call, message === undefined ? 'no message' : 'no trailers after the message');
  if (late !== '0')
    return readStatus(call, late, trailers?.get('grpc-message') ?? null, {
      ...headers,
      ...Object.fromEntries(trailers ?? []),
    });
  if (message === undefined) return malformed(call, 'no message');
  if (message.length > limits.grpcMessageBytes)
    return problem(failure('net/response-too-large', { limitBytes: limits.grpcMessageBytes }));
  try {
    return { kind: 'result', result: call.decode(message), isText };
  } catch (error) {
    return malformed(call, error instanceof Error ? truncate(error.message) : 'it cannot be decoded');
  }
}

/** The answer of a gRPC server; a proxy may refuse this way for its own reason, which then counts. */
function readPlainGrpc(
  call: CallDefinition<unknown>,
  { headers, body }: HttpAnswer,
  contentType: string,
): ProblemOutcome {
  const status = readTrimmed(headers, 'grpc-status');
  if (status !== null && status !== '0') {
    const outcome = readStatus(call, status, readTrimmed(headers, 'grpc-message'), headers);
    return outcome.problem.code.startsWith('grpc-web/') ? isGrpc : outcome;
  }
  const frames = readFrames(body);
  const isWeb = !('reason' in frames) && frames.trailers !== null;
  return isWeb ? problem({ code: 'grpc-web/not-grpc-web', data: describe(contentType, null) }) : isGrpc;
}

const isGrpc = problem({ code: 'grpc-web/other-kind', data: { kind: 'grpc' } });

function readStatus(
  call: CallDefinition<unknown>,
  status: string,
  message: string | null,
  fields: HeaderFields,
): ProblemOutcome {
  if (!/^\d{1,9}$/.test(status)) return malformed(call, `its grpc-status is "${truncate(status)}"`);
  const named = classifyServerStatus(Number(status), truncate(decodeMessage(message ?? '')), fields);
  if ('data' in named) return problem(named);
  const { name, details } = named;
  if (name !== 'UNIMPLEMENTED')
    return problem({ code: 'grpc-web/node-error', data: { call: call.name, status: name, details } });
  // grpc-go names what it lacks, "unknown service" or "unknown method"; others name the method, or nothing.
  const data = { detail: details === '' ? name : details };
  const isMethod = /\bmethod\b/i.test(details);
  return problem({ code: `grpc-web/${isMethod ? 'method-unimplemented' : 'service-missing'}`, data });
}

function describe(contentType: string, body: Buffer | null): { contentType: string; begins: string } {
  const begins = copyPrefix(body?.toString('utf8', 0, 200).trim() ?? '', 40);
  return { contentType: nameContentType(contentType), begins };
}

function malformed({ name }: CallDefinition<unknown>, reason: string, isCutOff?: true): ProblemOutcome {
  const data = { call: name, reason, ...(isCutOff === undefined ? {} : { isCutOff }) };
  return problem({ code: 'grpc-web/malformed-response', data });
}

function problem(fault: ProblemOf<GrpcWebData> | Failure): ProblemOutcome {
  return { kind: 'problem', problem: fault };
}

/** The HTTP client keeps blanks at the end of a value. */
function readTrimmed(headers: HeaderFields, name: string): string | null {
  return readField(headers, name)?.trim() ?? null;
}
