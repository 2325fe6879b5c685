import type { AddressForms, UrlReading } from '../../../model/kind.js';
import { readBaseUrl } from '../../url/http-url.js';

/** A well-formed url of gRPC-web. */
export const grpcWebExample = 'https://grpc-web.example.com';

/** Reads the url that the paths of the methods are appended to. */
export function readGrpcWebUrl(url: string, forms: AddressForms): UrlReading {
  return readBaseUrl(url, forms, { schemes: ['https', 'http'], example: grpcWebExample });
}
