// Plugins of rolldown that leave out what is not used of a library, or is elsewhere in the package.
import { dirname, resolve } from 'node:path';

/**
 * undici embeds its HTTP parser twice, with and without SIMD instructions, and loads the one that the processor can run. Answers here are
 * small: the one that runs everywhere will do, and the other would be 24 kB of the tarball.
 * https://github.com/nodejs/undici/blob/v7.30.2/lib/dispatcher/client-h1.js
 */
export const oneHttpParser = {
  name: 'one-http-parser',
  resolveId: (id: string, importer: string | undefined) =>
    importer !== undefined && id.endsWith('/llhttp_simd-wasm.js')
      ? resolve(dirname(importer), id.replace('llhttp_simd', 'llhttp'))
      : null,
};

/** Modules that get other code, by their paths. */
const replacements: readonly (readonly [path: RegExp, code: string])[] = [
  // undici's clients can also send forms and streams of `fetch`, and speak HTTP/2: a quarter of them, which every probe over HTTP would load. Bodies
  // here are strings, over HTTP/1.1 (https://github.com/nodejs/undici/blob/v7.30.2/lib/dispatcher/client.js). protobufjs also reads .proto files, of
  // which the demo has none: its definitions are JSON, and the tarball is 4 kB smaller.
  [
    /undici[\\/]lib[\\/](dispatcher[\\/]client-h2|web[\\/]fetch[\\/]body)\.js$|protobufjs[\\/]src[\\/](parse|tokenize)\.js$/,
    `module.exports = () => { throw new Error('not bundled'); };`,
  ],
  // grpc-js has no entry for its server alone, which is what the demo needs; reflection makes clients from definitions and calls none. Without its
  // client, and what finds and balances servers, the tarball is 25 kB smaller. https://github.com/grpc/grpc-node/issues/2943
  [/@grpc[\\/]grpc-js[\\/]build[\\/]src[\\/]client\.js$/, 'exports.Client = class {};'],
  [
    /@grpc[\\/]grpc-js[\\/]build[\\/]src[\\/]index\.js$/,
    `
      require('./resolver-dns.js').setup();
      exports.Server = require('./server.js').Server;
      exports.ServerCredentials = require('./server-credentials.js').ServerCredentials;
      exports.Metadata = require('./metadata.js').Metadata;
      exports.status = require('./constants.js').Status;
      exports.loadPackageDefinition = require('./make-client.js').loadPackageDefinition;`,
  ],
];

export const unusedParts = {
  name: 'unused-parts',
  load: (id: string) => replacements.find(([path]) => path.test(id))?.[1] ?? null,
};

/** The description of the query API stands in schemas/ too, and the rules in a file of their own, which those who want no more than them load. */
export const filesBeside = {
  name: 'files-beside',
  resolveId: (id: string) => {
    const beside = id.endsWith('/schemas/query-api.openapi.json')
      ? '../../schemas/query-api.openapi.json'
      : id.endsWith('/engine/public-rules.js') && './library/rules.cjs';
    return beside === false ? null : { id: beside, external: 'absolute' as const };
  },
};

/**
 * What is for the command line, pages, generators and readers of the source: descriptions of routes, sources of texts. A tenth of the query API's
 * client, which browsers load.
 */
export const withoutTexts = {
  name: 'without-texts',
  transform: (code: string, id: string) => {
    if (/src[\\/]query[\\/]client[\\/](?:\w+-)?routes?\.ts$/.test(id))
      return code
        .replaceAll(/ method: \{(?:[^{}]|\{[^{}]*\})*\},/g, '')
        .replaceAll(/ (?:summary|description|argument|key): '[^']*',?/g, '')
        .replaceAll(/(\bin(?:Path|Query)\(\s*'\w+',\s*'\w+',\s*)'[^']*'/g, "$1''");
    if (/src[\\/]net[\\/]words\.ts$/.test(id))
      return code.replaceAll(/ source:\s+(?:erpc|'[^']*'|`[^`]*`),?/g, '');
    return null;
  },
};
