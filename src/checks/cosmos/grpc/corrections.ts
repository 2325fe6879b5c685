import type { UrlCorrection, AddressForms, UrlReading } from '../../../model/kind.js';
import { findOneEditAway } from '../../../model/describe-unknown.js';
import { misspelledSchemes } from '../../url/scheme-corrections.js';
import { removeBlanks, unwrapUrl } from '../../url/corrections.js';
import { readHostPort } from '../../url/host-port.js';

export const grpcExample = 'grpc.example.com:443';

export function readGrpcUrl(url: string, forms: AddressForms = {}): UrlReading {
  return readHostPort(url, forms, { example: grpcExample, defaultPort: '443' });
}

const schemes = ['https', 'http', 'grpc', 'grpcs', 'tcp', 'dns', 'h2', 'h2c'];

/** A scheme, once or again, and the host with or without a port. What separates them may have too few or too many of its characters. */
const schemedAddress =
  /^([a-z][\da-z]*)(?=[/\\]*:|[/\\]{2})([:/\\]+)(?:\1\2)*(?=[^/?#\\@\s]*[.\]])([^:/?#\\@\s]+|\[[^\]\s]+\])(:\d+)?\/?$/i;

/** Removes a scheme before `host:port`; without a port the one of TLS is added, if the scheme says TLS. Schemes that the format allows stay. */
const removeScheme: UrlCorrection = (url, { allowScheme = false }) => {
  const [, written = '', , host = '', port = ''] = schemedAddress.exec(url) ?? [];
  const scheme =
    schemes.find((scheme) => scheme === written.toLowerCase()) ?? findOneEditAway(written, ['https', 'http']);
  if (scheme === null || (allowScheme && scheme.startsWith('http'))) return url;
  if (port !== '') return host + port;
  return scheme === 'https' || scheme === 'grpcs' ? `${host}:443` : url;
};

const correctPlainOnTls: UrlCorrection = (url) => url.replace(/^http(?=:\/\/[^/?#\\@\s]+:443\/?$)/i, 'https');

const schemeCorrections = [...misspelledSchemes, correctPlainOnTls].map(
  (correct): UrlCorrection =>
    (url, forms) =>
      forms.allowScheme === true ? correct(url, forms) : url,
);

const removeSlash: UrlCorrection = (url) => url.replace(/^((?:[^:/?#\\@\s]+|\[[^\]\s]+\]):\d+)\/$/, '$1');

export const grpcCorrections: readonly UrlCorrection[] = [
  removeBlanks,
  unwrapUrl,
  removeScheme,
  ...schemeCorrections,
  removeSlash,
];
