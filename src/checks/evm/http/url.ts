import type { AddressForms, UrlReading } from '../../../model/kind.js';
import { readHttpUrl } from '../../url/http-url.js';

/** A well-formed EVM url. */
export const evmExample = 'https://evm-rpc.example.com';

/** Reads the url of an EVM endpoint. */
export function readEvmUrl(url: string, forms: AddressForms): UrlReading {
  return readHttpUrl(url, forms, { schemes: ['https', 'http'], example: evmExample });
}
