import type { KindDefinition, UrlCorrection } from '../../model/kind.js';
import { findOneEditAway } from '../../model/describe-unknown.js';
import { removeBlanks, unwrapUrl } from './corrections.js';
import { readBaseUrl, readHttpUrl } from './http-url.js';

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

const schemes = ['https', 'http', 'wss', 'ws'];

/** A name with a dot, or an IP address, to the end of the host. */
const host = String.raw`(?:[\w-]+(?:\.[\w-]+)+|\[[\da-f:.]+\])(?=[:/?#]|$)`;
/** What separates a scheme from the host, even with too few or too many of its characters, but not a single slash. */
const separator = String.raw`(?=[/\\]*:|[/\\]{2})[:/\\]+`;
const separatedScheme = new RegExp(`^(https?|wss?)${separator}(?=${host})`, 'i');
const dottedUrl = new RegExp(`^[a-z]+://${host}`, 'i');
const doubledScheme = /^(https?|wss?):\/\/(?:\1:?\/\/)+/i;
const plainOn443 = /^(http|ws)(?=:\/\/[^/?#@\\]*:443(?:[/?]|$))/i;
/** A host name that ends in letters, with the port of TLS or none. Something that begins like a scheme may be a host name. */
const bareName =
  /^(?:\/\/)?((?!https?\.)(?:[\da-z_-]+\.)+(?:[a-z]{2,}|xn--[\da-z-]+)(?::443)?(?:[/?]\S*)?)$/i;

/** Corrects a scheme that is one edit away from exactly one of https, http, wss and ws. */
const correctSpelling: UrlCorrection = (url) =>
  url.replace(/^[a-z\d+.-]+(?=:\/\/)/i, (scheme) => findOneEditAway(scheme, schemes) ?? scheme);

/** Corrects what separates the scheme from the host: `https:/host`, `https//host`, `https:///host`, `https:\\host`. */
const correctSeparator: UrlCorrection = (url) => url.replace(separatedScheme, '$1://');

/** Removes a repeated scheme: `https://https://host`. */
const removeDoubledScheme: UrlCorrection = (url) => url.replace(doubledScheme, '$1://');

/** Adds TLS to the scheme if the port is 443, on which servers speak TLS. */
const correctPlainOn443: UrlCorrection = (url) => url.replace(plainOn443, '$1s');

/** Adds a scheme to a host name without one: by default `https`. */
function addScheme(scheme: string): UrlCorrection {
  return (url) => url.replace(bareName, `${scheme}://$1`);
}

/**
 * Corrects `https` to `wss` and `http` to `ws`. With `needsPath`, only in urls with a path: without one it is more likely the address of
 * another kind.
 */
function correctWebSocketScheme(needsPath: boolean): UrlCorrection {
  const wrong = needsPath ? /^http(s?)(?=:\/\/[^/?#]+\/[^?#])/i : /^http(s?)(?=:\/\/)/i;
  return (url, forms) => correctPlainOn443(url.replace(wrong, 'ws$1'), forms);
}

/** Corrections of schemes that are misspelled or badly separated. */
export const misspelledSchemes: readonly UrlCorrection[] = [
  correctSpelling,
  correctSeparator,
  removeDoubledScheme,
].map(keepCautious);

/** The corrections of http urls. */
const httpCorrections: readonly UrlCorrection[] = [
  removeBlanks,
  unwrapUrl,
  ...misspelledSchemes,
  ...[correctPlainOn443, addScheme('https')].map(keepCautious),
];

/** The corrections of websocket urls, which have a path if `needsPath` is true. */
function createWebSocketCorrections({
  needsPath,
}: {
  readonly needsPath: boolean;
}): readonly UrlCorrection[] {
  return [
    removeBlanks,
    unwrapUrl,
    ...misspelledSchemes,
    ...[correctPlainOn443, correctWebSocketScheme(needsPath), addScheme('wss')].map(keepCautious),
  ];
}

/**
 * Keeps a url as it is if it has blanks or letters outside ASCII, since it may hold more than a url, and if the host of the corrected url has no dot,
 * since that may be another scheme.
 */
function keepCautious(correct: UrlCorrection): UrlCorrection {
  return (url, forms) => {
    const corrected = correct(url, forms);
    return /^[\x21-\x7e]+$/.test(url) && dottedUrl.test(corrected) ? corrected : url;
  };
}
