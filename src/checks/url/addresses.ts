import type { KindDefinition } from '../../model/kind.js';
import { readBaseUrl, readHttpUrl } from './http-url.js';
import { createWebSocketCorrections, httpCorrections } from './scheme-corrections.js';

/** What a kind that is listed by url defines about its addresses. */
type Addresses = Required<Pick<KindDefinition, 'urlForm' | 'example' | 'readUrl' | 'corrections'>>;

/** The urls of a kind that answers http requests at the url itself; `example` is a well-formed one. */
export function httpAddresses(example: string): Addresses {
  return {
    urlForm: 'url',
    example,
    readUrl: (url, forms) => readHttpUrl(url, forms, { schemes: ['https', 'http'], example }),
    corrections: httpCorrections,
  };
}

/** The urls of a kind that answers http requests at routes below the url; `example` is a well-formed one. */
export function baseAddresses(example: string): Addresses {
  return {
    ...httpAddresses(example),
    readUrl: (url, forms) => readBaseUrl(url, forms, { schemes: ['https', 'http'], example }),
  };
}

/** The urls of a kind that is served over websockets; `example` is a well-formed one. */
export function webSocketAddresses(
  example: string,
  { needsPath }: { readonly needsPath: boolean },
): Addresses & { readonly isWebSocket: true } {
  return {
    urlForm: 'url',
    isWebSocket: true,
    example,
    readUrl: (url, forms) => readHttpUrl(url, forms, { schemes: ['wss', 'ws'], example }),
    corrections: createWebSocketCorrections({ needsPath }),
  };
}
