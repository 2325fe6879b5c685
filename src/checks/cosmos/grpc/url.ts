import type { AddressForms, UrlReading } from '../../../model/kind.js';
import { readHostPort } from '../../url/host-port.js';

/** A well-formed gRPC address. */
export const grpcExample = 'grpc.example.com:443';

/** Reads the address of a gRPC server, `host:port`, strictly. */
export function readGrpcUrl(url: string, forms: AddressForms = {}): UrlReading {
  return readHostPort(url, forms, { example: grpcExample, defaultPort: '443' });
}
