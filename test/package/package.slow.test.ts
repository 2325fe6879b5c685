import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { publint } from 'publint';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readOutcome } from '../support/command-line.js';
import { findExamples } from '../support/documents.js';
import { type InstalledPackage, installPackage } from '../support/packages.js';
import { lists, type SandboxRegistry, startSandboxRegistry } from '../support/sandbox-registry.js';

/** Runs a line of a shell, in which npx may install nothing. */
function runShell(line: string, cwd: string, env: Readonly<Record<string, string>> = {}) {
  const child = spawn('bash', ['-c', line], {
    cwd,
    env: { ...process.env, npm_config_offline: 'true', NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate group: npx does not pass every signal on.
    detached: true,
  });
  return {
    stdout: child.stdout,
    ended: readOutcome(child),
    /** Ends it with all its children. */
    stop: () => process.kill(-(child.pid ?? 0)),
  };
}

/** The denom of docs/query-api.md. */
const denom = 'ibc/0471F1C4E7AFD3F07702BEF6DC365268D64570F7C1FDC98EA6098DD6DE59817B';

interface Param {
  readonly grpc_endpoint: readonly [{ readonly url: string }];
  readonly evm_rpc_endpoint: readonly { readonly url: string }[];
}

/**
 * Turns the sandbox's registry into that of the pages, at `directory`: kava and osmosis, whose endpoints are all healthy, in a repository whose main
 * branch has them. Returns the addresses of the nodes.
 */
function writeDocumentedRegistry(sandbox: SandboxRegistry, directory: string) {
  const kava = join(directory, 'chain/kava');
  cpSync(join(sandbox.directory, 'chain/kava'), kava, { recursive: true });
  const param = JSON.parse(readFileSync(join(kava, 'param.json'), 'utf8')) as Param;
  const inOrder = param.evm_rpc_endpoint.filter(({ url }) => !url.endsWith(':1'));
  writeFileSync(join(kava, 'param.json'), JSON.stringify({ ...param, evm_rpc_endpoint: inOrder }));
  const writeList = (name: string, items: readonly object[]) =>
    writeFileSync(join(kava, name), JSON.stringify(items.map((item) => ({ ...item, decimals: 6 }))));
  writeList('assets.json', [
    { denom: 'ukava', symbol: 'KAVA' },
    { denom, symbol: 'ATOM' },
  ]);
  writeList('erc20.json', lists.erc20);
  writeList('cw20.json', []);
  cpSync(kava, join(directory, 'chain/osmosis'), { recursive: true });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: directory });
  git('init', '--quiet');
  git('add', 'chain');
  git('commit', '--quiet', '--message', 'a registry');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  return { grpc: param.grpc_endpoint[0].url, evm: inOrder[0]?.url ?? '' };
}

let sandbox: SandboxRegistry;
let installed: InstalledPackage;
/** Below the directory in which the package is installed, so that it is found. */
let registry: string;
let service: ReturnType<typeof runShell>;
let env: Readonly<Record<string, string>>;
/** Addresses of the pages, and the local ones in their place. */
let places: readonly (readonly [string, string])[];

const lines = findExamples('sh')
  .flatMap(({ code }) => code.split('\n'))
  .map((line) => line.replace(/\s+# .*$/, ''));

beforeAll(async () => {
  [sandbox, installed] = await Promise.all([startSandboxRegistry(), installPackage()]);
  registry = join(installed.directory, 'registry');
  mkdirSync(registry);
  const { grpc, evm } = writeDocumentedRegistry(sandbox, registry);
  // The pages use this service too.
  const prepare = lines.filter((line) => /^(printf|mkdir -p) /.test(line));
  await runShell(prepare.join('\n'), registry).ended;
  const serve = lines.find((line) => line.includes('serve .')) ?? '';
  // If Node has none, the driver of the database is installed beside the package.
  const withDriver = { ...sandbox.env, NODE_PATH: resolve('node_modules') };
  service = runShell(`${serve} --port 0 --allow-private`, registry, withDriver);
  const [printed] = (await once(service.stdout, 'data')) as [Buffer];
  const url = printed.toString().trim();
  env = { ...sandbox.env, ENDPOINT_CHECK_TOKEN: 'one-token', ENDPOINT_CHECK_BASE_URL: url };
  places = [
    ['https://api.example.com', url],
    ['https://evm.example.com', evm],
    ['grpc.example.com:443', grpc],
    ['/var/lib/node_exporter/textfile/', ''],
  ];
});

afterAll(async () => {
  service.stop();
  await service.ended;
  await Promise.all([sandbox.close(), installed.close()]);
});

function useLocal(code: string): string {
  return places.reduce((now, [shown, local]) => now.replaceAll(shown, local), code);
}

test('a trial installs a single package, and the demo runs', async () => {
  const line = lines.find((text) => text.endsWith('npx endpoint-check demo')) ?? '';
  const packages = readdirSync(join(installed.directory, 'node_modules')).filter(
    (name) => !name.startsWith('.'),
  );
  expect(packages).toEqual(['endpoint-check']);
  const { stdout, exitCode } = await runShell(line.replace('../try', installed.directory), registry).ended;
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('The demo passed')]);
});

describe('every command line of the pages runs from the installed package', () => {
  const local = ' --allow-private';
  const expected: Readonly<Record<string, readonly [more: string, exitCode: number, stdout: string]>> = {
    'chain/kava/param.json': [local, 0, '2 passed (2 endpoints in 1 file'],
    'grpc grpc.example.com:443': [local, 0, '1 passed'],
    // Not the chain of the local node.
    'evm https://evm.example.com --chain-id 2222': [local, 1, '[evm/wrong-chain]'],
    '': [local, 0, '4 passed (4 endpoints in 8 files'],
    '--history nightly.jsonl': [local, 0, '4 passed (4 endpoints in 8 files'],
    'history nightly.jsonl --dead': ['', 0, 'nothing is dead or withdrawn'],
    'history nightly.jsonl --halted': ['', 0, 'no chain has halted'],
    '--no-network': ['', 0, '4 well-formed, not probed'],
    '--fix chain/kava/param.json': [local, 0, '2 passed'],
    // Standard output has only the diff, so findings are on standard error.
    '--no-network --fix-dry-run > fixes.diff': [' 2> found.txt', 0, ''],
    '--no-network --fix': ['', 0, '4 well-formed, not probed'],
    '--no-network --fix-all': ['', 0, '4 well-formed, not probed'],
    // A listed endpoint, and a new one: nothing changes for the commands that follow.
    'add kava grpc grpc.example.com:443 --provider "Example Validator"': [local, 1, ''],
    'remove grpc.gone.example.com:443': ['', 1, ''],
    'explain net/refused': ['', 0, 'net/refused (error)'],
    '--only grpc,evm --reporter json': [local, 0, '"passed": 4'],
    // The chain of the local node has fewer blocks, and the node answers for all of them.
    '--reporter list --require logs:10000': [local, 0, '"evm": ['],
    '--since origin/main --reporter pretty --reporter junit=endpoints.xml': [local, 0, '4 skipped'],
    'history nightly.jsonl': ['', 0, '2 up, 0 down'],
    '--reporter openmetrics=/var/lib/node_exporter/textfile/endpoints.prom': [local, 0, ''],
    '--history history.jsonl --reporter badge=page/badges': [local, 0, ''],
    '--shard 1/4 --reporter json=part-1.json': [local, 0, ''],
    'merge part-*.json --reporter html=index.html': ['', 0, ''],
    'query assets kava': ['', 0, '"denom":"ukava"'],
    'query asset kava ibc/0471F1C4E7AFD3F07702BEF6DC365268D64570F7C1FDC98EA6098DD6DE59817B': ['', 0, 'ATOM'],
    'query holders kava --denom ukava --all': ['', 0, '{"address":"kava1044"'],
    'smoke kava osmosis': ['', 0, ' ok'],
  };
  const start = /^(npx )?endpoint-check ?/;
  const commands = new Set(
    lines
      .filter((line) => start.test(line) && !/ (serve|exporter)\b/.test(line))
      .map((line) => line.replace(start, '')),
  );

  test('each has an expected result', () => {
    expect(Object.keys(expected).sort()).toEqual([...commands].sort());
  });

  // In the order of the pages: one joins reports that another one wrote.
  test.each([...commands])('endpoint-check %s', async (command) => {
    const [more, exitCode, stdout] = expected[command] ?? ['', 0, 'no such command'];
    // The program that npx finds. npx itself, which takes ten times as long, is tried with the demo and the servers.
    const path = [join(installed.directory, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
    const line = `endpoint-check ${useLocal(command)}${more}`;
    const outcome = await runShell(line, registry, { ...env, PATH: path }).ended;
    // The page shows one of four machines; merge needs the reports of all.
    for (const at of command.includes('--shard 1/4') ? [2, 3, 4] : []) {
      await runShell(line.replace('1/4', `${at}/4`).replace('part-1', `part-${at}`), registry, {
        ...env,
        PATH: path,
      }).ended;
    }
    expect(outcome.stdout).toContain(stdout);
    // A run with file reports only ends with one line.
    expect(
      outcome.stderr.replace(
        /^(npm warn|endpoint-check: (\d+ \w+|nothing to fix|.* is (not )?listed)).*\n/gm,
        '',
      ),
    ).toBe('');
    expect(outcome.exitCode).toBe(exitCode);
  });

  const exporters = lines.filter((line) => line.startsWith('npx endpoint-check exporter'));

  test.each(exporters)('%s', async (line) => {
    const here = line.replace('path/to/registry', '.').replace(/ &$/, '');
    const exporter = runShell(`${here} --port 0`, registry, env);
    const [printed] = (await once(exporter.stdout, 'data')) as [Buffer];
    exporter.stop();
    await exporter.ended;
    expect(printed.toString()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n4 targets, 0 left out: /);
  });

  test('without a registry, it tells what to do', async () => {
    const { stderr, exitCode } = await runShell('npx endpoint-check', installed.directory).ended;
    expect(stderr).toContain('name a file, such as chain/kava/param.json, or a directory');
    expect(exitCode).toBe(2);
  });
});

describe('every example of code of the pages works with the installed package', () => {
  // The recipe of a list reads a clone of it: test/formats/plain-entries.slow.test.ts has one.
  // That of checking.md is for web pages, and needs no package.
  const examples = findExamples('js').filter(
    ({ page }) => page !== 'docs/adopting.md' && page !== 'docs/checking.md',
  );
  /** The reader's next lines, and their output. */
  const seen: Readonly<Record<string, readonly [code: string, stdout: string]>> = {
    "render(report, 'markdown')": ['', '## Endpoints'],
    'AbortSignal.timeout': ['console.log(report.summary.skipped)', '4'],
    'endpoint.facts.chainId': ['', 'pass sandbox-1 0'],
    mergeReports: ['', '4 null'],
    "render(report, 'html')": ['', 'true'],
    'instanceof UsageError': ['', 'no/such/path does not exist'],
    'client.assets(': ['console.log(JSON.stringify(assets))', '"denom":"ukava"'],
    'client.holdersPages(': ['', 'kava1044'],
  };

  test.each(examples)('$page: $code', async ({ code }) => {
    const [, [more, stdout]] = Object.entries(seen).find(([part]) => code.includes(part)) ?? ['', ['', '?']];
    const local = useLocal(code).replace(/param\.json'\]|url: '.*?' \}/g, '$&, { allowPrivate: true }');
    writeFileSync(join(registry, 'example.mjs'), `const token = 'one-token';\n${local}\n${more}\n`);
    const outcome = await runShell('node example.mjs', registry, env).ended;
    expect(outcome.stderr).toBe('');
    expect(outcome.stdout).toContain(stdout);
    expect(outcome.exitCode).toBe(0);
  });

  const { ModuleKind, ModuleResolutionKind, ScriptTarget } = ts;
  const target = ScriptTarget.ES2023;
  const strictly = { strict: true, noEmit: true, types: [], target, skipDefaultLibCheck: true };
  test.each<[string, string, ts.CompilerOptions]>([
    ['nodenext, imported', 'mts', { module: ModuleKind.NodeNext }],
    ['nodenext, required', 'cts', { module: ModuleKind.NodeNext }],
    ['bundler', 'ts', { module: ModuleKind.ESNext, moduleResolution: ModuleResolutionKind.Bundler }],
    [
      'node10',
      'ts',
      {
        module: ModuleKind.CommonJS,
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- it is what older projects have
        moduleResolution: ModuleResolutionKind.Node10,
        ignoreDeprecations: '6.0',
      },
    ],
  ])('their types hold with the resolution %s', (name, extension, options) => {
    const files = examples.map(({ code }, at) => {
      const [imports, body = ''] = code.split(/\n\n([^]*)/);
      // The compiler must find errors: without types, everything would pass.
      const wrong = body.includes('new QueryClient')
        ? '// @ts-expect-error: a client has no such option\nnew QueryClient({ url: 1 });'
        : "// @ts-expect-error: a kind is a text\nawait checkEndpoint({ kind: 1, url: '' });";
      const file = join(registry, `${name.replace(/\W+/g, '-')}-${at}.${extension}`);
      // In CommonJS, only a function may await.
      writeFileSync(file, `${imports}\nexport async function run(token: string) {\n${body}\n${wrong}\n}\n`);
      return file;
    });
    const whole = { ...strictly, ...options };
    const diagnostics = ts.getPreEmitDiagnostics(ts.createProgram(files, whole));
    expect(diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual(
      [],
    );
  });
});

describe('the types need declarations of fetch and AbortSignal', () => {
  const types = { types: ['node'], typeRoots: [resolve('node_modules/@types')] };
  // The default before TypeScript 6.
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- users have it
  const oldest = { target: ts.ScriptTarget.ES5, ignoreDeprecations: '6.0' };
  test.each<[string, ts.CompilerOptions, readonly unknown[]]>([
    ['@types/node', { lib: ['lib.es2023.d.ts'], ...types }, []],
    ['the library DOM', { lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'], types: [] }, []],
    [
      'nowhere',
      { lib: ['lib.es2023.d.ts'], types: [] },
      [
        expect.stringContaining('AbortSignal'),
        expect.stringContaining('globalThis'),
        expect.stringContaining('AbortSignal'),
      ],
    ],
    ['@types/node, for the oldest target', { ...oldest, ...types }, []],
    ['the library DOM, for the oldest target', { ...oldest, types: [] }, []],
  ])('%s', (name, options, errors) => {
    const file = join(registry, `types-${name.replace(/\W+/g, '-')}.mts`);
    const imports = ["import 'endpoint-check';", "import 'endpoint-check/query';", ''];
    writeFileSync(file, imports.join('\n'));
    const module = ts.ModuleKind.NodeNext;
    const whole = { strict: true, noEmit: true, module, target: ts.ScriptTarget.ES2023, ...options };
    const diagnostics = ts.getPreEmitDiagnostics(ts.createProgram([file], whole));
    const found = diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    expect(found).toEqual(errors);
  });
});

test('publint accepts the package', async () => {
  const pkgDir = join(installed.directory, 'node_modules/endpoint-check');
  const { messages } = await publint({ pkgDir, pack: false, strict: true });
  expect(messages).toEqual([]);
});
