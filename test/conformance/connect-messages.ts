import { join } from 'node:path';
import protobuf from 'protobufjs';
import type { CallError } from './connect-errors.js';

/** A field of a header, with all its values. */
export interface Header {
  readonly name: string;
  readonly value: readonly string[];
}

/** A call that the suite requests: ClientCompatRequest of its `client_compat.proto`, as far as the client reads it. */
export interface ClientRequest {
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
export type CallResult =
  | { readonly payloads: readonly unknown[]; readonly responseHeaders: readonly Header[] }
  | { readonly error: CallError };

/** The messages of the suite, in the encoding of its standard streams. */
export interface Messages {
  readonly decodeRequest: (bytes: Buffer) => ClientRequest;
  /** Takes the payload out of a response of the suite's service. */
  readonly decodePayload: (bytes: Buffer) => unknown;
  readonly encodeResponse: (response: { readonly testName: string; readonly response: CallResult }) => Buffer;
}

/** Reads the schemas of the suite. */
export function loadMessages(directory: string): Messages {
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
    decodeRequest: (bytes) =>
      request.toObject(request.decode(bytes), { enums: String, defaults: true }) as ClientRequest,
    decodePayload: (bytes) => (unary.toObject(unary.decode(bytes))['payload'] as unknown) ?? {},
    encodeResponse: ({ testName, response: result }) => {
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
export async function* readDelimited(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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
