import type { RuleBook } from '../../model/rule.js';

/** Data of the rules for the url of a gRPC entry. */
export type GrpcUrlData = {
  'param/grpc-url-scheme': { scheme: string; suggestion: string };
  'param/grpc-url-port': { port: string | null; suggestion: string };
  'param/grpc-url-path': { path: string; suggestion: string };
};

/** The wording of the rules for the url of a gRPC entry. */
export const grpcUrlRules: RuleBook<GrpcUrlData> = {
  'param/grpc-url-scheme': {
    severity: 'error',
    summary: 'a gRPC url has a scheme in front',
    explanation:
      'gRPC entries are `host:port`. gRPC clients read `https` as the name of a resolver, not as a scheme, and fail. ' +
      'Whether TLS is spoken follows from the port and from what the endpoint answers.',
    message: ({ scheme }) => `a gRPC url is host:port, without ${scheme}://`,
    hint: ({ suggestion }) => `write ${suggestion}`,
  },
  'param/grpc-url-port': {
    severity: 'error',
    summary: 'a gRPC url has no port, or one that is none',
    explanation:
      'gRPC entries are `host:port`, the port a number from 1 to 65535. Clients differ in what they take a missing port for.',
    message: ({ port }) =>
      port === null
        ? 'the port is missing'
        : `${port === '' ? 'an empty port' : port} is not a port (1 to 65535)`,
    hint: ({ suggestion }) => `write ${suggestion}, if that is the port`,
  },
  'param/grpc-url-path': {
    severity: 'error',
    summary: 'a gRPC url has a path',
    explanation:
      'gRPC entries are `host:port`. The path of a gRPC request is the method, so an endpoint cannot have one of its own.',
    message: () => 'a gRPC url is host:port, without a path',
    hint: ({ suggestion }) => `write ${suggestion}`,
  },
};
