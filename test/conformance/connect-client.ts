import { type GrpcWebData, readAnswer } from '../../src/checks/cosmos/grpc-web/answer.js';
import { grpcWebFields } from '../../src/checks/http/grpc-web-frames.js';
import { frameMessage } from '../../src/net/grpc/message-reader.js';
import { createAbortController } from '../../src/net/abort.js';
import { GrpcConnection } from '../../src/net/grpc/connection.js';
import type { CallDefinition } from '../../src/net/grpc/messages.js';
import { openHttp } from '../../src/net/http.js';
import type { ProbeContext } from '../../src/net/probe-context.js';
import { createProbeContext } from '../support/probe-context.js';
import type { Failure } from '../../src/model/failure.js';
import type { ProblemOf } from '../../src/model/rule.js';
import { join } from 'node:path';
import protobuf from 'protobufjs';

/** Makes each call that standard input describes like the probes, and writes the results to standard output. */
export async function answerRequests(schemas: string): Promise<void> {
  const { decodeRequest, decodePayload, encodeResponse } = loadMessages(schemas);
  for await (const bytes of readDelimited(process.stdin)) {
    const request = decodeRequest(bytes);
    process.stdout.write(encodeResponse(request.testName, await makeCall(request, decodePayload)));
  }
}

async function makeCall(
  request: ClientRequest,
  decodePayload: (bytes: Buffer) => unknown,
): Promise<CallResult> {
  const { host, port, serverTlsCert, protocol, cancel, timeoutMs } = request;
  const controller = createAbortController();
  const context = createProbeContext(port, {
    target: { host, port, path: '/', secure: serverTlsCert.length > 0 },
    signal: controller.signal,
  });
  const endMs = cancel === null ? timeoutMs : (cancel.afterCloseSendMs ?? 0);
  const timer = endMs === undefined ? null : setTimeout(() => controller.abort(), endMs);
  const call = protocol === 'PROTOCOL_GRPC' ? callGrpc : callGrpcWeb;
  const result = await call(context, describeCall(request, decodePayload));
  if (timer !== null) clearTimeout(timer);
  // A probe ends by its budget; a client of the suite cancels.
  const isCancelled = cancel !== null && 'error' in result && result.error.code === 'DEADLINE_EXCEEDED';
  return isCancelled ? { error: { ...result.error, code: 'CANCELLED' } } : result;
}

function describeCall(
  { testName, service, method, requestHeaders, requestMessages }: ClientRequest,
  decodePayload: (bytes: Buffer) => unknown,
): CallDefinition<CallResult> {
  // Values of one name may be joined (PROTOCOL-HTTP2, Custom-Metadata).
  const metadata = requestHeaders.map(({ name, value }) => [name.toLowerCase(), value.join(', ')] as const);
  return {
    name: testName,
    path: `/${service}/${method}`,
    request: Buffer.from(requestMessages[0]?.value ?? []),
    metadata: Object.fromEntries(metadata),
    streaming: false,
    decode: (bytes, readHeader = () => null) => {
      const [name, value] = ['x-custom-header', readHeader('x-custom-header')];
      const responseHeaders = value === null ? [] : [{ name, value: [value] }];
      return { payloads: [decodePayload(bytes)], responseHeaders };
    },
  };
}

async function callGrpc(context: ProbeContext, definition: CallDefinition<CallResult>): Promise<CallResult> {
  const transport = context.target.secure ? 'tls' : 'plaintext';
  const connection = new GrpcConnection(context, [context.target.host], transport);
  const result = await connection.call(definition);
  connection.close();
  switch (result.kind) {
    case 'answer':
      return result.answer;
    case 'status':
      return { error: { code: result.status.name, message: result.status.details } };
    case 'failure':
      return { error: describeError(result.failure) };
  }
}

async function callGrpcWeb(
  context: ProbeContext,
  definition: CallDefinition<CallResult>,
): Promise<CallResult> {
  const opened = await openHttp(context);
  if (!opened.ok) return { error: describeError(opened.failure) };
  const fields = { ...definition.metadata, ...grpcWebFields };
  const answer = await opened.value.post(frameMessage(definition.request), fields, definition.path);
  opened.value.close();
  if (!answer.ok) return { error: describeError(answer.failure) };
  const outcome = readAnswer(definition, answer.value);
  return outcome.kind === 'result' ? outcome.result : { error: describeError(outcome.problem) };
}

/** An error of a call in terms of gRPC: the name of its code, and the server's message or the probe's text. */
interface CallError {
  readonly code: string;
  readonly message: string;
}

/** The code that each client of gRPC gives an HTTP status, https://github.com/grpc/grpc/blob/master/doc/http-grpc-status-mapping.md. */
const httpCodes: Readonly<Record<number, string>> = {
  400: 'INTERNAL',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'UNIMPLEMENTED',
  429: 'UNAVAILABLE',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'UNAVAILABLE',
};

/** The gRPC error of a probe's problem. */
function describeError(problem: Failure | ProblemOf<GrpcWebData>): CallError {
  switch (problem.code) {
    case 'http/status':
    case 'http/redirect':
      return { code: httpCodes[problem.data.status] ?? 'UNKNOWN', message: `HTTP ${problem.data.status}` };
    case 'http/auth-required':
    case 'http/forbidden':
    case 'http/upstream-down':
    case 'net/rate-limited':
      return readDetail(problem.data.detail);
    case 'grpc-web/node-error':
      return { code: problem.data.status, message: problem.data.details };
    case 'grpc-web/service-missing':
    case 'grpc-web/method-unimplemented':
      return { code: 'UNIMPLEMENTED', message: problem.data.detail };
    case 'grpc/malformed-response':
    case 'grpc-web/malformed-response': {
      const { reason } = problem.data;
      // A wrong number of messages for the method.
      const isCount = ['no message', 'more than one message'].includes(reason);
      return { code: isCount ? 'UNIMPLEMENTED' : 'INTERNAL', message: reason };
    }
    case 'grpc/no-status':
    case 'grpc-web/no-status':
      return { code: 'INTERNAL', message: 'no status' };
    case 'net/connect-timeout':
    case 'net/response-timeout':
      return { code: 'DEADLINE_EXCEEDED', message: 'the budget of the probe is used up' };
    default:
      return { code: 'UNKNOWN', message: JSON.stringify(problem) };
  }
}

/** The quoted part of a failure: an HTTP status, or a status of gRPC with its message. */
function readDetail(detail: string): CallError {
  const [, status] = /^HTTP (\d+)/.exec(detail) ?? [];
  if (status !== undefined) return { code: httpCodes[Number(status)] ?? 'UNKNOWN', message: detail };
  const [, code = 'UNKNOWN', message = ''] = /^([A-Z_]+)(?:: ([^]*))?$/.exec(detail) ?? [];
  return { code, message };
}

/** A field of a header, with all its values. */
interface Header {
  readonly name: string;
  readonly value: readonly string[];
}

/** A call that the suite requests: ClientCompatRequest of its `client_compat.proto`, as far as the client reads it. */
interface ClientRequest {
  readonly testName: string;
  readonly protocol: string;
  readonly host: string;
  readonly port: number;
  /** Empty for plaintext. */
  readonly serverTlsCert: Uint8Array;
  readonly service: string;
  readonly method: string;
  readonly requestHeaders: readonly Header[];
  readonly requestMessages: readonly { readonly value: Uint8Array }[];
  readonly timeoutMs?: number;
  readonly cancel: { readonly afterCloseSendMs?: number } | null;
}

/** The result of a call: ClientResponseResult. */
type CallResult =
  | { readonly payloads: readonly unknown[]; readonly responseHeaders: readonly Header[] }
  | { readonly error: CallError };

/** Reads the schemas of the suite: its messages, in the encoding of its standard streams. */
function loadMessages(directory: string) {
  const root = new protobuf.Root();
  root.resolvePath = (_, path) => join(directory, path);
  const folder = 'connectrpc/conformance/v1';
  root.loadSync([`${folder}/client_compat.proto`, `${folder}/service.proto`]);
  const lookUp = (name: string) => root.lookupType(`connectrpc.conformance.v1.${name}`);
  const [request, response, unary] = [
    lookUp('ClientCompatRequest'),
    lookUp('ClientCompatResponse'),
    lookUp('UnaryResponse'),
  ];
  return {
    decodeRequest: (bytes: Buffer) =>
      request.toObject(request.decode(bytes), { enums: String, defaults: true }) as ClientRequest,
    /** Takes the payload out of a response of the suite's service. */
    decodePayload: (bytes: Buffer) => (unary.toObject(unary.decode(bytes))['payload'] as unknown) ?? {},
    encodeResponse: (testName: string, result: CallResult) => {
      // CANCELLED of gRPC is spelt in two ways.
      const named =
        'error' in result
          ? { error: { ...result.error, code: `CODE_${result.error.code.replace('LL', 'L')}` } }
          : result;
      const encoded = response.encode(response.fromObject({ testName, response: named })).finish();
      const length = Buffer.alloc(lengthBytes);
      length.writeUInt32BE(encoded.length);
      return Buffer.concat([length, encoded]);
    },
  };
}

/** The bytes of the length before each message. */
const lengthBytes = 4;

/** Splits a stream into messages, of which each comes after its length. */
async function* readDelimited(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = Buffer.alloc(0);
  for await (const chunk of stream) {
    bytes = Buffer.concat([bytes, chunk]);
    while (bytes.length >= lengthBytes) {
      const end = lengthBytes + bytes.readUInt32BE();
      if (bytes.length < end) break;
      yield bytes.subarray(lengthBytes, end);
      bytes = bytes.subarray(end);
    }
  }
}
