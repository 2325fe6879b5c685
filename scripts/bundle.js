import { generateDtsBundle } from 'dts-bundle-generator';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { build } from 'rolldown';
import { rawText } from './raw-text.js';

/**
 * Bundles the program and the library, dependencies included, into chunks that are loaded when they are needed.
 * @returns {Promise<[string, string][]>} path and text of each file
 */
export async function bundle() {
  const shared = {
    platform: /** @type {const} */ ('node'),
    tsconfig: 'tsconfig.json',
    resolve: { mainFields: ['module', 'main'] },
    transform: { target: 'node20.19' },
    // package.json says that nothing happens when a file is imported, which this one is for.
    treeshake: { moduleSideEffects: [{ test: /src[\\/]net[\\/]grpc[\\/]library\.ts$/, sideEffects: true }] },
    write: false,
  };
  const output = {
    comments: false,
    // Names at the top of a module stay, so that a stack trace can be read.
    minify: { compress: true, mangle: { toplevel: false }, codegen: { removeWhitespace: true } },
  };
  // CommonJS, whose loader reads a file at once where that of ES modules waits for each.
  const program = await build({
    ...shared,
    input: { cli: 'src/cli/index.ts', index: 'src/index.ts', query: 'src/query/index.ts' },
    plugins: [
      rawText,
      inlineReflectionProtos,
      plainAssertions,
      withoutTerminal,
      withoutExecutables,
      withoutChannelz,
    ],
    output: {
      ...output,
      format: 'cjs',
      exports: 'named',
      entryFileNames: '[name].cjs',
      chunkFileNames: 'chunks/[name]-[hash].cjs',
      codeSplitting: { groups },
    },
  });
  // One file of its own: the runner loads all of it anyway, and the package on npm does without it.
  const action = await build({
    ...shared,
    input: { action: 'src/action/index.ts' },
    plugins: [rawText, plainAssertions, withoutTokens],
    output: { ...output, format: 'esm', codeSplitting: false },
  });
  const chunks = [...program.output, ...action.output].filter((file) => file.type === 'chunk');
  const entries = ['index', 'query/index'].map((name) => ({
    filePath: `src/${name}.ts`,
    output: { exportReferencedTypes: false },
  }));
  const types = generateDtsBundle(entries, { preferredConfigPath: 'tsconfig.json' });
  return [
    ...chunks.map(({ fileName, code }) => /** @type {[string, string]} */ ([`dist/${fileName}`, code])),
    ...['index', 'query'].flatMap((name, at) => describeLibrary(chunks, name, types[at] ?? '')),
    /** @type {[string, string]} */ ([
      'dist/licenses.txt',
      await collectLicenses(chunks.flatMap(({ moduleIds }) => moduleIds)),
    ]),
  ].map(([path, text]) => [resolve(path), text]);
}

/** What is loaded together is one file: each file costs a start more than its length does. The first that fits takes a module. */
const groups = [
  { name: 'base', test: /src[\\/](checks|reporters)[\\/]index\.ts$|src[\\/]engine[\\/]option-reader\.ts$/ },
  { name: 'start', test: /src[\\/]cli[\\/]main\.ts$/ },
  { name: 'engine', test: /src[\\/]engine[\\/](prepare|run)\.ts$/ },
  { name: 'check', test: /src[\\/](cli[\\/]check|reporters[\\/]pretty)\.ts$/ },
].map((group, at, all) => ({ ...group, priority: all.length - at }));

/**
 * The files by which others import a part of the library: as an ES module the same code as with require, so that there is one of
 * it, and the types for both.
 * @param {readonly { readonly fileName: string; readonly exports: readonly string[] }[]} chunks
 * @param {string} name
 * @param {string} types
 * @returns {[string, string][]}
 */
function describeLibrary(chunks, name, types) {
  const { exports = [] } = chunks.find(({ fileName }) => fileName === `${name}.cjs`) ?? {};
  const wrapper = `import library from './${name}.cjs';\nexport const { ${exports.join(', ')} } = library;\n`;
  return [
    [`dist/${name}.js`, wrapper],
    [`dist/${name}.d.ts`, types],
    [`dist/${name}.d.cts`, types],
  ];
}

/**
 * The licences of the packages whose code is in the bundle, which ask to be passed on with it.
 * @param {string[]} inputs
 */
async function collectLicenses(inputs) {
  const directories = new Set(
    inputs.flatMap((path) => /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path)?.[0] ?? []),
  );
  const texts = [];
  for (const directory of [...directories].sort()) {
    const { name, version, license } = JSON.parse(await readFile(resolve(directory, 'package.json'), 'utf8'));
    const file = (await readdir(directory)).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? '' : await readFile(resolve(directory, file), 'utf8');
    texts.push(`${name} ${version} (${license})\n\n${text.trim()}\n`);
  }
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

/**
 * undici asserts what servers can break. Node words a failed assertion by parsing the source file that it stands in, which takes
 * seconds for a bundle; here it is told without.
 */
const plainAssertions = {
  name: 'plain-assertions',
  /** @param {string} id */
  resolveId: (id) => (id === 'node:assert' ? '\0plain-assertions' : null),
  /** @param {string} id */
  load: (id) =>
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

/** The toolkit's client for OpenID tokens brings an HTTP client of half a megabyte; the action asks for no token. */
const withoutTokens = {
  name: 'without-tokens',
  /** @param {string} id */
  load: (id) =>
    /@actions[\\/]core[\\/]lib[\\/]oidc-utils\.js$/.test(id) ? 'export class OidcClient {}' : null,
};

/** chalk finds out what the terminal can, and loads two parts of Node for that; here the options and the environment have said it. */
const withoutTerminal = {
  name: 'without-terminal',
  /** @param {string} id */
  load: (id) =>
    /chalk[\\/]source[\\/]vendor[\\/]supports-color[\\/]index\.js$/.test(id)
      ? 'export default { stdout: false, stderr: false };'
      : null,
};

/** commander can run other programs as commands, and loads for that what starts processes; this program has no such commands. */
const withoutExecutables = {
  name: 'without-executables',
  /**
   * @param {string} code
   * @param {string} id
   */
  transform: (code, id) =>
    /commander[\\/]lib[\\/]command\.js$/.test(id)
      ? replace('commander', code, /require\('node:child_process'\)/, '{}')
      : null,
};

/** grpc-js can describe its channels to whoever asks, and its load, and has a library that reads .proto files for that; here nobody asks. */
const withoutChannelz = {
  name: 'without-channelz',
  /**
   * @param {string} code
   * @param {string} id
   */
  transform: (code, id) =>
    /grpc-js[\\/]build[\\/]src[\\/](channelz|orca)\.js$/.test(id)
      ? replace('grpc-js', code, /require\('@grpc\/proto-loader'\)/, '{}')
      : null,
};

/** @grpc/reflection reads its .proto files from disk at run time; a bundle has no such files, so they are put into it as JSON. */
const inlineReflectionProtos = {
  name: 'inline-reflection-protos',
  /**
   * @param {string} code
   * @param {string} id
   */
  async transform(code, id) {
    if (!/@grpc[\\/]reflection[\\/]build[\\/]src[\\/]implementations[\\/]reflection-v1\w*\.js$/.test(id))
      return null;
    const version = basename(id, '.js').replace('reflection-', '');
    const proto = resolve(dirname(id), `../../proto/grpc/reflection/${version}/reflection.proto`);
    const { default: protobuf } = await import('protobufjs');
    const root = await new protobuf.Root().load(proto, { keepCase: false });
    const name = '@grpc/reflection';
    const withoutPath = replace(name, code, /path\.join\(__dirname[^)]*\)/, "''");
    return replace(name, withoutPath, /loadSync\(protoPath,/, `fromJSON(${JSON.stringify(root.toJSON())},`);
  },
};

/**
 * @param {string} name
 * @param {string} text
 * @param {RegExp} pattern
 * @param {string} replacement
 */
function replace(name, text, pattern, replacement) {
  if (!pattern.test(text)) throw new Error(`${name} no longer has ${pattern}`);
  return text.replace(pattern, () => replacement);
}
