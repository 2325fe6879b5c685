import { generateDtsBundle } from 'dts-bundle-generator';
import { build } from 'esbuild';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';

/**
 * Bundles the program and the library, dependencies included, into chunks that are loaded when they are needed.
 * @returns {Promise<[string, string][]>} path and text of each file
 */
export async function bundle() {
  const shared = {
    bundle: true,
    write: /** @type {const} */ (false),
    metafile: /** @type {const} */ (true),
    outdir: 'dist',
    format: /** @type {const} */ ('esm'),
    platform: /** @type {const} */ ('node'),
    target: 'node20.19',
    mainFields: ['module', 'main'],
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: /** @type {const} */ ('none'),
    logLevel: /** @type {const} */ ('warning'),
    banner: { js: requireBanner },
  };
  const program = await build({
    ...shared,
    entryPoints: { cli: 'src/cli/index.ts', index: 'src/index.ts', query: 'src/query/index.ts' },
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
    plugins: [inlineReflectionProtos, plainAssertions],
  });
  // One file of its own: the runner loads all of it anyway, and the package on npm does without it.
  const action = await build({
    ...shared,
    entryPoints: { action: 'src/action/index.ts' },
    plugins: [plainAssertions, withoutTokens],
  });
  const outputFiles = [...program.outputFiles, ...action.outputFiles];
  const inputs = new Set([program, action].flatMap(({ metafile }) => Object.keys(metafile.inputs)));
  const entries = ['index', 'query/index'].map((name) => ({
    filePath: `src/${name}.ts`,
    output: { exportReferencedTypes: false },
  }));
  const [types = '', queryTypes = ''] = generateDtsBundle(entries, { preferredConfigPath: 'tsconfig.json' });
  return [
    ...outputFiles.map(
      ({ path, text }) => /** @type {[string, string]} */ ([resolve(path), trimBanner(text)]),
    ),
    [resolve('dist/index.d.ts'), types],
    [resolve('dist/query.d.ts'), queryTypes],
    [resolve('dist/licenses.txt'), await collectLicenses([...inputs])],
  ];
}

// What was written for CommonJS asks for Node's own modules with require.
const requireBanner =
  "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);";

/**
 * Making a require costs time at each start: only chunks that use it keep it.
 * @param {string} text
 */
function trimBanner(text) {
  const rest = text.replace(requireBanner, '');
  return /\brequire\b/.test(rest) ? text : rest.trimStart();
}

/**
 * The licences of the packages whose code is in the bundle, which ask to be passed on with it.
 * @param {string[]} inputs
 */
async function collectLicenses(inputs) {
  const folders = new Set(
    inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  );
  const texts = [];
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(await readFile(resolve(folder, 'package.json'), 'utf8'));
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? '' : await readFile(resolve(folder, file), 'utf8');
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
  /** @param {import('esbuild').PluginBuild} build */
  setup(build) {
    build.onResolve({ filter: /^node:assert$/ }, ({ path }) => ({ path, namespace: 'plain-assertions' }));
    build.onLoad({ filter: /.*/, namespace: 'plain-assertions' }, () => ({
      loader: 'js',
      contents: `
        const assert = (value, message) => {
          if (!value) throw Object.assign(new Error(message ?? 'assertion failed'), { code: 'ERR_ASSERTION' });
        };
        assert.ok = assert;
        assert.equal = (a, b, message) => assert(a == b, message);
        assert.strictEqual = (a, b, message) => assert(Object.is(a, b), message);
        assert.notStrictEqual = (a, b, message) => assert(!Object.is(a, b), message);
        module.exports = assert;`,
    }));
  },
};

/** The toolkit's client for OpenID tokens brings an HTTP client of half a megabyte; the action asks for no token. */
const withoutTokens = {
  name: 'without-tokens',
  /** @param {import('esbuild').PluginBuild} build */
  setup(build) {
    build.onLoad({ filter: /@actions[\\/]core[\\/]lib[\\/]oidc-utils\.js$/ }, () => ({
      loader: 'js',
      contents: 'export class OidcClient {}',
    }));
  },
};

/** @grpc/reflection reads its .proto files from disk at run time; a bundle has no such files, so they are put into it as JSON. */
const inlineReflectionProtos = {
  name: 'inline-reflection-protos',
  /** @param {import('esbuild').PluginBuild} build */
  setup(build) {
    build.onLoad(
      { filter: /@grpc[\\/]reflection[\\/]build[\\/]src[\\/]implementations[\\/]reflection-v1\w*\.js$/ },
      async ({ path }) => {
        const text = await readFile(path, 'utf8');
        const version = basename(path, '.js').replace('reflection-', '');
        const proto = resolve(dirname(path), `../../proto/grpc/reflection/${version}/reflection.proto`);
        const { default: protobuf } = await import('protobufjs');
        const root = await new protobuf.Root().load(proto, { keepCase: false });
        const json = JSON.stringify(root.toJSON());
        const contents = replace(
          replace(text, /path\.join\(__dirname[^)]*\)/, "''"),
          /loadSync\(protoPath,/,
          `fromJSON(${json},`,
        );
        return { contents, loader: 'js' };
      },
    );
  },
};

/**
 * @param {string} text
 * @param {RegExp} pattern
 * @param {string} replacement
 */
function replace(text, pattern, replacement) {
  if (!pattern.test(text)) throw new Error(`@grpc/reflection no longer has ${pattern}`);
  return text.replace(pattern, () => replacement);
}
