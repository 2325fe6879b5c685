import { generateDtsBundle } from 'dts-bundle-generator';
import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { build, type OutputChunk } from 'rolldown';
import { minifySync } from 'rolldown/utils';
import { findPackages, renderLicenses, renderSbom } from './bundled-packages.js';
import { filesBeside, oneHttpParser, unusedParts, withoutTexts } from './library-parts.js';
import { importTypeScript, rawText } from './import-typescript.js';
import { replacePart } from './pages.js';

/** The files of a part of dist/. */
type Files = [path: string, content: string][];

const shared = {
  platform: 'node' as const,
  tsconfig: 'tsconfig.json',
  resolve: {
    mainFields: ['module', 'main'],
    // For Node yaml has CommonJS alone, of which nothing can be left out: 4 kB of the tarball.
    alias: { yaml: resolve('node_modules/yaml/browser/dist/index.js') },
  },
  transform: {
    target: 'node20.19',
    // ws uses the native parts bufferutil and utf-8-validate where they are installed, which a bundle would look for beside it, in whatever
    // project it was installed. The messages of a check are few. https://github.com/websockets/ws/blob/8.23.0/README.md#opt-in-for-performance
    define: { 'process.env.WS_NO_BUFFER_UTIL': '"1"', 'process.env.WS_NO_UTF_8_VALIDATE': '"1"' },
  },
  treeshake: {
    moduleSideEffects: [
      // Without this, a client for OpenID tokens that nothing here uses, with an undici of its own, adds 420 kB to dist/action.js
      // (https://github.com/actions/toolkit/issues/1893).
      { test: /node_modules[\\/]@actions[\\/]/, sideEffects: false },
    ],
  },
  write: false,
};

const output = {
  comments: false,
  // Top-level names are kept, so that a stack trace can be read.
  minify: { compress: true, mangle: { toplevel: false }, codegen: { removeWhitespace: true } },
};

/** The command line and the library, dependencies included, in chunks that are loaded when they are needed. */
export async function bundleProgram(): Promise<Files> {
  // CommonJS: a file loads synchronously, where each ES module costs a round trip through the event loop.
  const program = await build({
    ...shared,
    // Only those who share snapshots need it, and it is theirs to update.
    external: ['pg'],
    input: { cli: 'src/cli/index.ts', index: 'src/index.ts' },
    plugins: [rawText, inlineReflectionProtos, plainAssertions, oneHttpParser, unusedParts, filesBeside],
    output: {
      ...output,
      format: 'cjs',
      exports: 'named',
      entryFileNames: '[name].cjs',
      chunkFileNames: 'chunks/[name]-[hash].cjs',
      codeSplitting: { groups },
    },
  });
  const chunks = [...program.output, ...(await bundleClient())].filter((file) => file.type === 'chunk');
  const packages = await findPackages(chunks);
  const own = JSON.parse(await readFile('package.json', 'utf8'));
  return [
    ...listFiles(chunks),
    ...libraries.flatMap((name) => wrapLibrary(chunks, name)),
    ...(await separateData(listExports(chunks, 'index'))),
    ['dist/licenses.txt', renderLicenses(packages)],
    ['dist/sbom.cdx.json', renderSbom(own, packages)],
  ];
}

/** The client of the query API: one file without a module of Node, since browsers run it too. */
async function bundleClient() {
  const client = await build({
    ...shared,
    platform: 'browser',
    external: /^node:/,
    input: { query: 'src/query/client/index.ts' },
    // Modules of `net` import Node's for functions that the client has no part in.
    treeshake: { moduleSideEffects: false },
    plugins: [withoutTexts],
    output: { ...output, format: 'cjs', exports: 'named', entryFileNames: '[name].cjs' },
  });
  return client.output;
}

/** The action: one file, since the runner loads it from the repository, where it is committed. */
export async function bundleAction(): Promise<Files> {
  const action = await build({
    ...shared,
    input: { action: 'src/action/index.ts' },
    plugins: [rawText, plainAssertions, oneHttpParser],
    output: { ...output, format: 'esm', codeSplitting: false },
  });
  const chunks = action.output.filter((file) => file.type === 'chunk');
  return [...listFiles(chunks), ['dist/action-licenses.txt', renderLicenses(await findPackages(chunks))]];
}

/** The types of the library, for `import` and for `require`. */
export function bundleTypes(): Files {
  const entries = [
    { filePath: 'src/index.ts', output: { exportReferencedTypes: false } },
    { filePath: 'src/query/client/index.ts', output: { exportReferencedTypes: false } },
  ];
  const types = generateDtsBundle(entries, { preferredConfigPath: 'tsconfig.json' });
  return libraries.flatMap((name, at) => [
    // As the module takes everything from the other one.
    [`dist/${name}.d.ts`, `export * from './${name}.cjs';\n`],
    // By default the target is ES5 before TypeScript 6: it lacks AsyncGenerator, and refuses private names (TS18028).
    [
      `dist/${name}.d.cts`,
      `/// <reference lib="es2018" />\n${(types[at] ?? '').replaceAll('#private;', 'private readonly caller;')}`,
    ],
  ]);
}

/** The entries of package.json's `exports`. */
const libraries = ['index', 'query'];

function listFiles(chunks: readonly OutputChunk[]): Files {
  return chunks.map(({ fileName, code }) => [
    `dist/${fileName}`,
    libraries.some((name) => fileName === `${name}.cjs`) ? breakLines(code) : code,
  ]);
}

/** Gives each statement a line of its own. A library throws what its users' mistakes are: if they do not catch it, Node prints the line of the `throw`. */
function breakLines(code: string) {
  return minifySync('library.cjs', code, {
    compress: false,
    mangle: false,
    codegen: { removeWhitespace: false },
  }).code;
}

/** Modules that are loaded together are one chunk: opening a file costs more than its size. A module belongs to the first group that matches. */
const groups = [
  // All that `--version` and `--help` take.
  { name: 'main', test: /src[\\/]cli[\\/]index\.ts$/ },
  { name: 'base', test: /src[\\/](checks|reporters)[\\/]index\.ts$|src[\\/]engine[\\/]report-targets\.ts$/ },
  { name: 'start', test: /src[\\/]cli[\\/]run-command\.ts$/ },
  // So that a gRPC probe does not load the HTTP client, which is in the chunk `http`.
  { name: 'net', test: /src[\\/]net[\\/](tls|proxy|open-socket|http-status|body)\.ts$/ },
  { name: 'engine', test: /src[\\/]engine[\\/](prepare|run)\.ts$/ },
  { name: 'http', test: /src[\\/]net[\\/]http\.ts$/ },
  { name: 'check', test: /src[\\/](cli[\\/]check|reporters[\\/]pretty)\.ts$/ },
].map((group, at, all) => ({ ...group, priority: all.length - at }));

/** The ES module of a library: it re-exports the CommonJS file, so that `import` and `require` share classes and state. */
function wrapLibrary(chunks: readonly OutputChunk[], name: string): Files {
  const exports = listExports(chunks, name);
  const names = exports.filter((exported) => exported !== 'rules');
  const wrapper = `import library from './${name}.cjs';\nexport const { ${names.join(', ')} } = library;\n`;
  if (names.length === exports.length) return [[`dist/${name}.js`, wrapper]];
  return [
    [`dist/library/${name}.js`, wrapper.replace('./', '../')],
    [
      `dist/${name}.js`,
      `export { rules } from './library/rules.js';\nexport { ${names.join(', ')} } from '#library';\n`,
    ],
  ];
}

function listExports(chunks: readonly OutputChunk[], name: string) {
  return chunks.find(({ fileName }) => fileName === `${name}.cjs`)?.exports ?? [];
}

/**
 * The rules, which are data, apart from all else of the library: who imports nothing but them bundles no probe. And what browsers get in place of
 * the rest that the library exports: they cannot open the connections of a check.
 */
async function separateData(exports: readonly string[]): Promise<Files> {
  const { rules } = await importTypeScript('src/engine/public-rules.ts', null);
  const { UsageError } = await importTypeScript('src/engine/exit-code.ts', null);
  const { describeFormat } = await importTypeScript('src/engine/registry-format.ts', null);
  const { formats } = await importTypeScript('src/formats/index.ts', null);
  const functions = exports.filter((name) => !['rules', 'formats', 'UsageError'].includes(name));
  const forBrowsers = [
    `export const formats = ${JSON.stringify(formats.map(describeFormat))};`,
    `export const UsageError = ${String(UsageError)};`,
    ...functions.map(
      (name) =>
        `export function ${name}() { throw new Error('${name} runs only in Node, not in browsers'); }`,
    ),
  ];
  return [
    ['dist/library/browser.js', `${forBrowsers.join('\n')}\n`],
    ['dist/library/rules.cjs', `exports.rules = ${JSON.stringify(rules)};\n`],
    ['dist/library/rules.js', `import library from './rules.cjs';\nexport const { rules } = library;\n`],
  ];
}

/**
 * A server can make assertions of undici fail. For the message of a failed assertion, Node parses the whole line of source; a bundle is one
 * line, so a single failure blocks the process for 15 s and more (https://github.com/nodejs/node/issues/52677).
 */
const plainAssertions = {
  name: 'plain-assertions',
  resolveId: (id: string) => (id === 'node:assert' ? '\0plain-assertions' : null),
  load: (id: string) =>
    id === '\0plain-assertions'
      ? `
        const assert = (value, message) => {
          if (!value) throw Object.assign(new Error(message ?? 'assertion failed'), { code: 'ERR_ASSERTION' });
        };
        assert.ok = assert;
        assert.equal = (a, b, message) => assert(a == b, message);
        assert.strictEqual = (a, b, message) => assert(Object.is(a, b), message);
        assert.notStrictEqual = (a, b, message) => assert(!Object.is(a, b), message);
        module.exports = assert;`
      : null,
};

/**
 * The package `@grpc/reflection` reads .proto files beside its source at run time, which a bundle does not have: they are embedded as JSON
 * (https://github.com/grpc/grpc-node/issues/2659).
 */
const inlineReflectionProtos = {
  name: 'inline-reflection-protos',
  async transform(code: string, id: string) {
    if (!/@grpc[\\/]reflection[\\/]build[\\/]src[\\/]implementations[\\/]reflection-v1\w*\.js$/.test(id))
      return null;
    const version = basename(id, '.js').replace('reflection-', '');
    const proto = resolve(dirname(id), `../../proto/grpc/reflection/${version}/reflection.proto`);
    const { default: protobuf } = await import('protobufjs');
    const root = await new protobuf.Root().load(proto, { keepCase: false });
    const withoutPath = replacePart(code, /path\.join\(__dirname[^)]*\)/, "''");
    return replacePart(withoutPath, /loadSync\(protoPath,/, `fromJSON(${JSON.stringify(root.toJSON())},`);
  },
};
