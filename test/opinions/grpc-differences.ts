import type { Difference } from './differences.js';

const all = ['curl', 'buf', 'connect-web', 'improbable'] as const;

/** The differences of gRPC and gRPC-web; their reasons may hold for other kinds too. */
export const grpcDifferences: readonly Difference[] = [
  {
    why: 'gRPC clients not written in Go connect',
    surprises: true,
    cases: [
      [
        'grpc',
        ['grpcurl', 'buf'],
        ['HTTP/2 without ALPN', 'RSA key exchange (TLS 1.2)', 'a certificate with a common name only'],
      ],
      ['grpc-web', ['buf'], ['RSA key exchange (TLS 1.2)', 'a certificate with a common name only']],
    ],
  },
  {
    why: 'they do not compare chain ids; wallets that trust the registry would show another chain',
    surprises: true,
    cases: [
      ['grpc', ['grpcurl', 'buf'], ['another chain', 'another chain that only the newest block shows']],
      [
        'grpc-web',
        ['curl', 'buf', 'connect-web'],
        ['another chain', 'another chain that only the newest block shows'],
      ],
      [
        'evm',
        ['curl'],
        [
          'another chain',
          'another chain id as decimal text',
          'another chain id, the second time',
          'a block of 32,000 transactions of another chain',
        ],
      ],
      ['evm-ws', ['undici', 'websockets'], ['another chain']],
      ['rpc', ['curl'], ['another chain', 'a chain id of 10,000 characters']],
      ['ws', ['undici', 'websockets'], ['another chain']],
      ['rest', ['curl'], ['another chain', 'a chain id of 10,000 characters']],
      ['rest', ['curl'], ['no block: another chain']],
    ],
  },
  {
    why: 'the bytes differ from the chain id in the file; grpcurl replaces invalid UTF-8 with U+FFFD',
    cases: [['grpc', ['grpcurl'], ['a chain id that is not UTF-8']]],
  },
  {
    why: 'every node fills in GetNodeInfo; they give missing fields default values',
    surprises: true,
    cases: [
      ['grpc', ['grpcurl', 'buf'], ['an empty message']],
      ['grpc-web', all, ['an empty message']],
    ],
  },
  {
    why: 'no real node has such a list; they print whatever a server sends',
    cases: [['grpc', ['grpcurl', 'buf'], ['3,000 services', 'a service name of 300 characters']]],
  },
  {
    why: 'clients that read both forms, such as grpc-web of npm, get their answer; the warning says that others refuse it',
    cases: [['grpc-web', all, ['the text form']]],
  },
  {
    why: 'browsers decode every coding that they know, requested or not; these leave the body as it came',
    cases: [['grpc-web', ['curl', 'buf', 'improbable'], ['gzip, though it was not requested']]],
  },
  {
    why: 'PROTOCOL-WEB requires the content type; only buf checks it',
    surprises: true,
    cases: [
      [
        'grpc-web',
        ['curl', 'connect-web', 'improbable'],
        ['no content type', 'messages in JSON', 'the content type of gRPC', 'the content type of JSON'],
      ],
    ],
  },
  {
    why: 'only two flags are defined, and there is no message; they take the frame for an empty one',
    cases: [['grpc-web', ['curl', 'connect-web', 'improbable'], ['an unknown flag']]],
  },
  {
    why: 'the trailers say OK, but there is no message that a client can read; curl does not read it',
    cases: [
      [
        'grpc-web',
        ['curl'],
        [
          'a compressed message',
          'two messages',
          'a message that is not protobuf',
          'OK without a message',
          'a message of 1 MiB and a byte',
          'a body of 3 MB',
        ],
      ],
    ],
  },
  {
    why: 'PROTOCOL-WEB ends an answer with its trailers, and a unary one has one message; this client takes what it has got, the others refuse it',
    cases: [
      [
        'grpc-web',
        ['improbable'],
        [
          'two messages',
          'a message after the trailers',
          'a status in the header fields, and a message without trailers',
        ],
      ],
    ],
  },
  {
    why: 'no real node has such trailers; as header fields, they would be beyond the limits of most servers and clients',
    cases: [['grpc-web', all, ['trailers of 20 KB']]],
  },
  {
    why: 'RFC 9112 section 8 calls such an answer incomplete; buf reads no further than the trailers',
    cases: [['grpc-web', ['buf'], ['a body that is shorter than its length']]],
  },
];
