import type { Difference } from './differences.js';
import { reasons } from './reasons.js';

const all = ['curl', 'buf', 'connect-web', 'improbable'] as const;

/** The differences of gRPC and gRPC-web. */
export const grpcDifferences: readonly Difference[] = [
  {
    kind: 'grpc',
    clients: ['grpcurl', 'buf'],
    faults: ['HTTP/2 without ALPN', 'RSA key exchange (TLS 1.2)', 'a certificate with a common name only'],
    why: reasons.alpn,
    surprises: true,
  },
  {
    kind: 'grpc',
    clients: ['grpcurl', 'buf'],
    faults: ['another chain', 'another chain that only the newest block shows'],
    why: reasons.claim,
    surprises: true,
  },
  {
    kind: 'grpc',
    clients: ['grpcurl'],
    faults: ['a chain id that is not UTF-8'],
    why: 'the bytes differ from the chain id in the file; grpcurl replaces invalid UTF-8 with U+FFFD',
  },
  {
    kind: 'grpc',
    clients: ['grpcurl', 'buf'],
    faults: ['an empty message'],
    why: reasons.empty,
    surprises: true,
  },
  {
    kind: 'grpc',
    clients: ['grpcurl', 'buf'],
    faults: ['3,000 services', 'a service name of 300 characters'],
    why: 'no real node has such a list; they print whatever a server sends',
  },
  {
    kind: 'grpc-web',
    clients: ['curl', 'buf', 'connect-web'],
    faults: ['another chain', 'another chain that only the newest block shows'],
    why: reasons.claim,
  },
  { kind: 'grpc-web', clients: ['improbable'], faults: ['no chain id'], why: reasons.noChainId },
  {
    kind: 'grpc-web',
    clients: ['buf'],
    faults: ['RSA key exchange (TLS 1.2)', 'a certificate with a common name only'],
    why: reasons.alpn,
  },
  {
    kind: 'grpc-web',
    clients: all,
    faults: ['the text form'],
    why: 'clients that read both forms, such as grpc-web of npm, get their answer; the warning says that others refuse it',
  },
  {
    kind: 'grpc-web',
    clients: ['curl', 'buf', 'improbable'],
    faults: ['gzip, though it was not requested'],
    why: 'browsers decode every coding that they know, requested or not; these leave the body as it came',
  },
  {
    kind: 'grpc-web',
    clients: ['curl', 'connect-web', 'improbable'],
    faults: ['no content type', 'messages in JSON', 'the content type of gRPC', 'the content type of JSON'],
    why: 'PROTOCOL-WEB requires the content type; only buf checks it',
    surprises: true,
  },
  {
    kind: 'grpc-web',
    clients: ['curl', 'connect-web', 'improbable'],
    faults: ['an unknown flag'],
    why: 'only two flags are defined, and there is no message; they take the frame for an empty one',
  },
  {
    kind: 'grpc-web',
    clients: ['curl'],
    faults: [
      'a compressed message',
      'two messages',
      'a message that is not protobuf',
      'OK without a message',
      'a message of 1 MiB and a byte',
      'a body of 3 MB',
    ],
    why: 'the trailers say OK, but there is no message that a client can read; curl does not read it',
  },
  {
    kind: 'grpc-web',
    clients: ['improbable'],
    faults: [
      'two messages',
      'a message after the trailers',
      'a status in the header fields, and a message without trailers',
    ],
    why: 'PROTOCOL-WEB ends an answer with its trailers, and a unary one has one message; this client takes what it has got, the others refuse it',
  },
  { kind: 'grpc-web', clients: all, faults: ['an empty message'], why: reasons.empty },
  {
    kind: 'grpc-web',
    clients: all,
    faults: ['trailers of 20 KB'],
    why: 'no real node has such trailers; as header fields, they would be beyond the limits of most servers and clients',
  },
  {
    kind: 'grpc-web',
    clients: ['buf'],
    faults: ['a body that is shorter than its length'],
    why: 'RFC 9112 section 8 calls such an answer incomplete; buf reads no further than the trailers',
  },
];
