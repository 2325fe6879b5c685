import { readAnswer } from '../../src/checks/cosmos/grpc-web/answer.js';
import { grpcWebFields } from '../../src/checks/http/grpc-web-frames.js';
import { frameMessage } from '../../src/net/grpc/message-reader.js';
import { createAbortController } from '../../src/net/abort.js';
import { GrpcConnection } from '../../src/net/grpc/connection.js';
import type { CallDefinition } from '../../src/net/grpc/messages.js';
import { openHttp } from '../../src/net/http.js';
import type { ProbeContext } from '../../src/net/probe-context.js';
import { createProbeContext } from '../support/probe-context.js';
import { describeError } from './connect-errors.js';
import { type CallResult, type ClientRequest, loadMessages, readDelimited } from './connect-messages.js';

/** Makes each call that standard input describes like the probes, and writes the results to standard output. */
export async function answerRequests(schemas: string): Promise<void> {
  const { decodeRequest, decodePayload, encodeResponse } = loadMessages(schemas);
  for await (const bytes of readDelimited(process.stdin)) {
    const request = decodeRequest(bytes);
    const response = await makeCall(request, decodePayload);
    process.stdout.write(encodeResponse({ testName: request.testName, response }));
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
