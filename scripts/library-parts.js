// Plugins of rolldown that leave out what is not used of a library, or is elsewhere in the package.
import { dirname, resolve } from 'node:path';

/**
 * undici embeds its HTTP parser twice, with and without SIMD instructions, and loads the one that the processor can run. Answers here are
 * small: the one that runs everywhere will do, and the other would be 24 kB of the tarball.
 * https://github.com/nodejs/undici/blob/v7.30.2/lib/dispatcher/client-h1.js
 */
export const oneHttpParser = {
  name: 'one-http-parser',
  /** @param {string} id @param {string | undefined} importer */
  resolveId: (id, importer) =>
    importer !== undefined && id.endsWith('/llhttp_simd-wasm.js')
      ? resolve(dirname(importer), id.replace('llhttp_simd', 'llhttp'))
      : null,
};

/**
 * undici's clients can also send forms and streams of `fetch`, and speak HTTP/2: a quarter of them, which every probe over HTTP would load. Bodies
 * here are strings, over HTTP/1.1 (https://github.com/nodejs/undici/blob/v7.30.2/lib/dispatcher/client.js). protobufjs also reads .proto files, of
 * which the demo has none: its definitions are JSON, and the tarball is 4 kB smaller.
 */
export const unusedParts = {
  name: 'unused-parts',
  /** @param {string} id */
  load: (id) =>
    /undici[\\/]lib[\\/](dispatcher[\\/]client-h2|web[\\/]fetch[\\/]body)\.js$|protobufjs[\\/]src[\\/](parse|tokenize)\.js$/.test(
      id,
    )
      ? `module.exports = () => { throw new Error('not bundled'); };`
      : null,
};

/**
 * grpc-js has no entry for its server alone, which is what the demo needs; reflection makes clients from definitions and calls none. Without its
 * client, and what finds and balances servers, the tarball is 25 kB smaller. https://github.com/grpc/grpc-node/issues/2943
 */
export const grpcServer = {
  name: 'grpc-server',
  /** @param {string} id */
  resolveId: (id) => (id === '@grpc/grpc-js' ? '\0grpc-server' : null),
  /** @param {string} id */
  load: (id) => {
    if (/@grpc[\\/]grpc-js[\\/]build[\\/]src[\\/]client\.js$/.test(id)) return 'exports.Client = class {};';
    return id === '\0grpc-server'
      ? `
        require('@grpc/grpc-js/build/src/resolver-dns.js').setup();
        exports.Server = require('@grpc/grpc-js/build/src/server.js').Server;
        exports.ServerCredentials = require('@grpc/grpc-js/build/src/server-credentials.js').ServerCredentials;
        exports.Metadata = require('@grpc/grpc-js/build/src/metadata.js').Metadata;
        exports.status = require('@grpc/grpc-js/build/src/constants.js').Status;
        exports.loadPackageDefinition = require('@grpc/grpc-js/build/src/make-client.js').loadPackageDefinition;`
      : null;
  },
};

/** The description of the query API stands in schemas/ too, as a file of its own: chunks read it there. */
export const openapiBeside = {
  name: 'openapi-beside',
  /** @param {string} id */
  resolveId: (id) =>
    id.endsWith('/schemas/query-api.openapi.json')
      ? { id: '../../schemas/query-api.openapi.json', external: /** @type {const} */ ('absolute') }
      : null,
};

/** The rules stand in a file of their own, which those who want no more than them load. */
export const rulesBeside = {
  name: 'rules-beside',
  /** @param {string} id */
  resolveId: (id) =>
    id.endsWith('/engine/public-rules.js')
      ? { id: './library/rules.cjs', external: /** @type {const} */ ('absolute') }
      : null,
};

/**
 * What is for the command line, pages and readers of the source: descriptions of routes, sources of texts. A tenth of the query API's client, which
 * browsers load.
 */
export const withoutTexts = {
  name: 'without-texts',
  /** @param {string} code @param {string} id */
  transform: (code, id) => {
    if (/src[\\/]query[\\/]client[\\/]routes\.ts$/.test(id))
      return code.replaceAll(/ (?:summary|description): '[^']*',/g, '');
    if (/src[\\/]net[\\/]limit-texts\.ts$/.test(id))
      return code.replaceAll(/ source:\s+(?:erpc|'[^']*'|`[^`]*`),?/g, '');
    return null;
  },
};
