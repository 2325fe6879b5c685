import type { AddressForms, UrlReading } from '../../../model/kind.js';
import { readBaseUrl } from '../../url/http-url.js';

/** A well-formed url of CometBFT RPC. */
export const rpcExample = 'https://rpc.example.com';

/** Reads the url of a CometBFT RPC: the base of its routes. */
export function readRpcUrl(url: string, forms: AddressForms): UrlReading {
  return readBaseUrl(url, forms, { schemes: ['https', 'http'], example: rpcExample });
}
