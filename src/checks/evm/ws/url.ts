import type { AddressForms, UrlReading } from '../../../model/kind.js';
import { readHttpUrl } from '../../url/http-url.js';

/** A well-formed url of an EVM websocket. */
export const evmWsExample = 'wss://evm-ws.example.com';

/** Reads the url of an EVM websocket. */
export function readEvmWsUrl(url: string, forms: AddressForms): UrlReading {
  return readHttpUrl(url, forms, { schemes: ['wss', 'ws'], example: evmWsExample });
}
