import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type * as Library from '../../src/index.js';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { createDirectory, formatParam } from '../support/directory.js';
import { requireValid } from '../support/report-schema.js';
import { use } from '../support/servers.js';

// By the package's own name, as a user imports it.
const library = (await import('endpoint-check')) as typeof Library;

describe('the library', () => {
  test('exports what the contract names', () => {
    const names = [
      'UsageError',
      'checkEndpoint',
      'checkRegistry',
      'formats',
      'mergeReports',
      'render',
      'rules',
    ];
    expect(Object.keys(library).sort()).toEqual(names);
  });

  test('is one, however it is loaded', () => {
    const script = `
      import { createRequire } from 'node:module';
            const require = createRequire(import.meta.url);
      for (const name of ['endpoint-check', 'endpoint-check/query']) {
        const [imported, required] = [await import(name), require(name)];
        console.log(Object.keys(imported).map((key) => key + ' ' + (imported[key] === required[key])).join());
      }`;
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
    });
    expect(output).toBe(
      'UsageError true,checkEndpoint true,checkRegistry true,formats true,mergeReports true,render true,rules true\n' +
        'QueryClient true,QueryError true\n',
    );
  });

  test('its types need no other package', () => {
    const types = readFileSync('dist/index.d.cts', 'utf8');
    expect(types).not.toMatch(/^import /m);
    expect(types).toContain('export declare function checkRegistry(');
    expect(readFileSync('dist/index.d.ts', 'utf8')).toBe("export * from './index.cjs';\n");
  });

  test('checkRegistry resolves to the report of a registry', async () => {
    const node = await use(startCosmosNode({ network: 'other-1' }));
    const directory = await createDirectory({
      'chain/a/param.json': formatParam({ grpc: [`localhost:${node.port}`] }, { chain_id_cosmos: 'a-1' }),
    });
    const seen: string[] = [];
    const report = await library.checkRegistry([], {
      cwd: directory,
      allowPrivate: true,
      onProgress: (done, total) => seen.push(`${done}/${total}`),
    });
    expect(requireValid(JSON.parse(JSON.stringify(report))).findings.map(({ rule }) => rule)).toEqual([
      'grpc/wrong-chain',
      'grpc/plaintext',
    ]);
    expect(seen).toEqual(['0/1', '1/1']);
  });

  test('checkEndpoint resolves to one endpoint with its findings', async () => {
    const node = await use(startCosmosNode());
    const input = { kind: 'grpc', url: `localhost:${node.port}`, chainId: 'sandbox-1' };
    const { endpoint, findings } = await library.checkEndpoint(input, { allowPrivate: true });
    expect(endpoint).toMatchObject({ verdict: 'pass', kind: 'grpc', file: null });
    expect(findings.map(({ rule }) => rule)).toEqual(['grpc/plaintext']);
  });

  test('a signal ends a run early; what was not checked is skipped', async () => {
    const { endpoint } = await library.checkEndpoint(
      { kind: 'grpc', url: 'localhost:1' },
      { allowPrivate: true, signal: AbortSignal.abort() },
    );
    expect(endpoint).toMatchObject({ verdict: 'skipped', attempts: 0 });
  });

  test.each<[string, () => Promise<unknown>, string[]]>([
    [
      'an unknown kind',
      () => library.checkEndpoint({ kind: 'lcd', url: 'x' }),
      ['unknown kind "lcd": expected grpc, evm, rpc, rest, grpc-web, ws or evm-ws'],
    ],
    [
      'a malformed chain id',
      () => library.checkEndpoint({ kind: 'evm', url: 'https://a.example', chainId: 'kava_2222-10' }),
      ['chainId: "kava_2222-10" is not a chain id of kind evm'],
    ],
    [
      'kinds in a string',
      () => library.checkRegistry([], { only: 'grpc' }),
      ['only: expected a list of kinds, got "grpc"'],
    ],
    [
      'a path in place of paths',
      () => library.checkRegistry('chain/kava' as unknown as string[]),
      ['paths: expected a list of paths'],
    ],
    [
      'an endpoint without a url',
      () => library.checkEndpoint({ kind: 'evm' } as unknown as { kind: string; url: string }),
      ['url: expected a string'],
    ],
    [
      'a chain id that is no whole number',
      () => library.checkEndpoint({ kind: 'evm', url: 'https://a.example', chainId: 1.5 }),
      ['chainId: "1.5" is not a chain id of kind evm'],
    ],
    [
      'every invalid option',
      () => library.checkRegistry([], { only: ['lcd'], timeoutMs: 0, retries: -1, concurrency: 1.5 }),
      [
        'only: unknown kind "lcd": expected grpc, evm, rpc, rest, grpc-web, ws or evm-ws',
        'timeoutMs: expected an integer from 1 to 2147483647, got 0',
        'retries: expected an integer from 0 to 2147483647, got -1',
        'concurrency: expected an integer from 1 to 2147483647, got 1.5',
      ],
    ],
    [
      'unknown options',
      () => library.checkRegistry([], { noNetwork: true } as object),
      ['unknown option noNetwork (did you mean network?)'],
    ],
    [
      'options of a registry for one endpoint',
      () => library.checkEndpoint({ kind: 'evm', url: 'https://a.example' }, { cwd: '.' } as object),
      ['unknown option cwd'],
    ],
    [
      'a path that does not exist',
      () => library.checkRegistry(['no/such/file']),
      ['no/such/file does not exist'],
    ],
    [
      'standard input',
      () => library.checkRegistry(['-']),
      ['paths: only the command line reads - as standard input'],
    ],
  ])('refuses %s', async (_name, call, usageErrors) => {
    const error: unknown = await call().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(library.UsageError);
    expect((error as Library.UsageError).errors).toEqual(usageErrors);
  });

  test('joins the reports of shards, and names what is missing', async () => {
    const cwd = 'fixtures/registries/urls';
    const options = { cwd, network: false };
    const whole = await library.checkRegistry([], options);
    const parts = await Promise.all(
      ['1/2', '2/2'].map((shard) => library.checkRegistry([], { ...options, shard })),
    );
    const joined = library.mergeReports(parts);
    expect({ ...joined, startedAt: whole.startedAt, durationMs: whole.durationMs }).toEqual(whole);
    const [, second] = parts;
    if (second === undefined) throw new Error('two parts');
    expect(() => library.mergeReports([second])).toThrow(new library.UsageError(['missing parts: 1/2']));
    expect(() => library.mergeReports([])).toThrow(library.UsageError);
    expect(library.mergeReports([second], { allowMissing: true }).endpoints).toEqual(second.endpoints);
  });

  test.each([
    'pretty',
    'json',
    'junit',
    'sarif',
    'rdjson',
    'codequality',
    'markdown',
    'github',
    'html',
    'openmetrics',
  ] as const)('renders a report as %s', async (reporter) => {
    const report = await library.checkRegistry(['fixtures/registries/urls'], { network: false });
    const rendered = await library.render(report, reporter);
    expect(rendered).toContain('entry/url-scheme');
    if (reporter === 'sarif') expect(rendered).toContain('the url has the wrong scheme, or none');
  });

  test('renders badges as files', async () => {
    const report = await library.checkRegistry(['fixtures/registries/urls'], { network: false });
    const [whole] = await library.render(report, 'badge');
    expect(whole?.name).toBe('endpoints.json');
    expect(JSON.parse(whole?.text ?? '')).toMatchObject({ schemaVersion: 1, label: 'endpoints' });
  });

  test('refuses an unknown reporter', async () => {
    const report = await library.checkRegistry(['fixtures/registries/urls'], { network: false });
    await expect(library.render(report, 'xml' as 'json')).rejects.toThrow('unknown reporter "xml"');
  });

  test('lists the formats', () => {
    expect(library.formats.map(({ name }) => name)).toEqual([
      'chain-registry',
      'manifest',
      'keplr',
      'ethereum-lists',
      'pingpub',
      'zone-chains',
      'chainlist',
    ]);
  });

  test('every rule has a code, a severity and an explanation', () => {
    for (const { code, severity, summary, explanation } of library.rules) {
      expect(code).toMatch(
        /^(file|list|entry|chain|net|tls|http|grpc|evm|rpc|rest|grpc-web|ws|evm-ws|query)\/[a-z0-9-]+$/,
      );
      expect(['error', 'warning', 'notice']).toContain(severity);
      expect(summary.length).toBeGreaterThan(0);
      expect(explanation.length).toBeGreaterThan(summary.length);
    }
  });
});
