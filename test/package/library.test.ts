import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formats as knownFormats } from '../../src/formats/index.js';
import { checks } from '../../src/checks/index.js';
import type * as Library from '../../src/index.js';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { createDirectory, formatParam } from '../support/directory.js';
import { report, requireValid } from '../support/report-samples.js';
import { use } from '../support/servers.js';

// By the package's own name, as users import it.
const library: typeof Library = await import('endpoint-check');

const kinds = checks.map(({ kind }) => kind);
const anyKind = `${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1) ?? ''}`;

/** As in the schema of a report. */
const rulePattern = new RegExp(
  /"pattern": "(\^\(file.+?)"/.exec(readFileSync('schemas/report.schema.json', 'utf8'))?.[1] ?? '(?!)',
);

const emptyReport = report([], []);

describe('the library', () => {
  test('exports the promised names', () => {
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

  test('is a single instance, however it is loaded', () => {
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

  test.each([
    ["import { checkRegistry } from 'endpoint-check'; await checkRegistry(['gone'])", 'gone does not exist'],
    ["import { QueryClient } from 'endpoint-check/query'; new QueryClient({})", 'baseUrl: expected an https'],
  ])('a mistake that is not caught is not lost in its source: %s', (script, message) => {
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
    });
    expect(stderr).toContain(message);
    expect(Math.max(...stderr.split('\n').map((line) => line.length))).toBeLessThan(1_000);
  });

  test('its types need no other package', () => {
    const types = readFileSync('dist/index.d.cts', 'utf8');
    const kinds = checks.map(({ kind }) => `"${kind}"`).join(' | ');
    for (const declared of ['declare function checkRegistry(', `type EndpointKind = ${kinds};`])
      expect(types.includes(declared), 'types in dist/ are stale: npm run build -- types').toBe(true);
    expect(types.match(/^import .*/gm)).toBeNull();
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

  test('checkRegistry leaves out what a file excludes, and records the rest in a history', async () => {
    const node = await use(startCosmosNode());
    const grpc = [`localhost:${node.port}`, 'gone.invalid:443'];
    const directory = await createDirectory({
      'chain/a/param.json': formatParam({ grpc }, { chain_id_cosmos: 'sandbox-1' }),
      'exclude.json': '[{ "host": "gone.invalid", "reason": "moves this week" }]',
    });
    const options = { cwd: directory, allowPrivate: true, exclude: 'exclude.json', history: 'seen.jsonl' };
    const { endpoints } = await library.checkRegistry([], options);
    expect(endpoints.map(({ verdict, skipReason }) => [verdict, skipReason])).toEqual([
      ['pass', null],
      ['skipped', 'excluded: moves this week'],
    ]);
    expect(endpoints.map(({ history }) => history !== null)).toEqual([true, false]);
    expect(readFileSync(join(directory, 'seen.jsonl'), 'utf8')).toContain(`localhost:${node.port}`);
  });

  test('facts are typed by the kind of their endpoint', async () => {
    const node = await use(startCosmosNode());
    const input = { kind: 'grpc', url: `localhost:${node.port}` } as const;
    const { endpoint } = await library.checkEndpoint(input, { allowPrivate: true });
    const { transport }: { transport: 'tls' | 'plaintext' | null } = endpoint.facts;
    expect(transport).toBe('plaintext');
    // @ts-expect-error: gRPC endpoints have no batches.
    expect(endpoint.facts.batch).toBeUndefined();
  });

  test('checkEndpoint resolves to one endpoint with its findings', async () => {
    const node = await use(startCosmosNode());
    const input = { kind: 'grpc', url: `localhost:${node.port}`, chainId: 'sandbox-1' } as const;
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

  test.each<[string, () => unknown, string[]]>([
    [
      'a misspelled kind',
      // @ts-expect-error: kinds are literals.
      () => library.checkEndpoint({ kind: 'gprc', url: 'x' }),
      [`unknown kind "gprc": expected ${anyKind} (did you mean grpc?)`],
    ],
    [
      'an endpoint without a kind, and fields that are misspelled',
      () => library.checkEndpoint({ url: 'x', chainid: 1 } as object as Library.AdHocEndpoint),
      ['unknown field chainid (did you mean chainId?)', `kind: expected ${anyKind}, got undefined`],
    ],
    [
      'an address in place of an endpoint',
      () => library.checkEndpoint('a.example:443' as unknown as Library.AdHocEndpoint),
      ['expected an endpoint such as { kind, url }, got "a.example:443"'],
    ],
    [
      'options of another type',
      () => library.checkRegistry([], { cwd: 7, since: null, retires: 1 } as object),
      [
        'unknown option retires (did you mean retries?)',
        'cwd: expected a string, got 7',
        'since: expected a string, got null',
      ],
    ],
    [
      'a working directory that is a file',
      () => library.checkRegistry([], { cwd: 'package.json' }),
      ['cwd: expected a directory, got "package.json"'],
    ],
    [
      'options that are none',
      () => library.checkRegistry([], null as unknown as Library.RegistryCheckOptions),
      ['options: expected an object, got null'],
    ],
    [
      'a malformed chain id',
      () => library.checkEndpoint({ kind: 'evm', url: 'https://a.example', chainId: 'kava_2222-10' }),
      ['chainId: "kava_2222-10" is not a chain id of kind evm'],
    ],
    [
      'kinds in a string',
      // @ts-expect-error: they are a list.
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
      () => library.checkEndpoint({ kind: 'evm' } as object as Library.AdHocEndpoint),
      ['url: expected a string, got undefined'],
    ],
    [
      'a chain id that is no whole number',
      () => library.checkEndpoint({ kind: 'evm', url: 'https://a.example', chainId: 1.5 }),
      ['chainId: "1.5" is not a chain id of kind evm'],
    ],
    [
      'every invalid option',
      () => library.checkRegistry([], { only: ['lcd'], shard: '3/2', timeoutMs: 0, retries: -1 } as object),
      [
        `only: unknown kind "lcd": expected ${anyKind} (did you mean rest?)`,
        'shard: expected a part such as 2/8, got "3/2"',
        'timeoutMs: expected an integer from 1 to 3600000, got 0',
        'retries: expected an integer from 0 to 10, got -1',
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
      'exclusions and a history that cannot be read',
      () => library.checkRegistry([], { exclude: 'no/such/file', history: 'src' }),
      [
        'exclude: no/such/file does not exist: to exclude nothing, write [] into it',
        'history: src is a directory',
      ],
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
    [
      'what is no report',
      () => library.render({} as Library.Report, 'html'),
      ['report: expected a report, as checkRegistry makes it: it has no version'],
    ],
    [
      'an unknown reporter',
      // @ts-expect-error: reporters are literals.
      () => library.render(emptyReport, 'htlm'),
      [
        'unknown reporter "htlm": expected pretty, json, junit, sarif, rdjson, codequality, markdown, github, html, openmetrics, list or badge (did you mean html?)',
      ],
    ],
    [
      'an unknown option of a reporter',
      () => library.render(emptyReport, 'pretty', { colour: true } as object),
      ['unknown option colour (did you mean color?)'],
    ],
    [
      'a report whose lists hold something else',
      () =>
        library.render(
          { ...emptyReport, endpoints: [emptyReport, null] } as unknown as Library.Report,
          'html',
        ),
      ['report: expected a report, as checkRegistry makes it: endpoints[1] is null'],
    ],
    [
      'options of a reporter that have invalid values',
      () =>
        library.render(emptyReport, 'list', {
          ...{ color: 'yes', columns: 0, detail: 'loud', texts: {}, pathPrefix: null, rules: ['a'] },
          ...{ scope: 1, registry: 1, ownChanges: {}, changes: 'x', require: 'logs' },
        } as object),
      [
        'color: expected a boolean, got "yes"',
        'columns: expected an integer of 1 or more, or null, got 0',
        'detail: expected quiet, normal or verbose, got "loud"',
        'texts: expected a Map of texts, got an object',
        'pathPrefix: expected a string, got null',
        'require: expected a list of { name, least }, got "logs"',
        'rules: expected a list of rules, got an array',
        'scope: expected a string or null, got 1',
        'ownChanges: expected { ref, isOwn } or null, got an object',
        'registry: expected a string or null, got 1',
        'changes: expected a list of { path, beforeText, afterText, recoded }, got "x"',
      ],
    ],
    [
      'a misspelled capability',
      () => library.render(emptyReport, 'list', { require: [{ name: 'log', least: 1 }] }),
      [
        'require: unknown capability "log": expected logs, batch, archive, finalized, debug, trace or tx-index (did you mean logs?)',
      ],
    ],
    [
      'to join with an option of another type',
      () => library.mergeReports([emptyReport], { allowMissing: 'yes' } as object),
      ['allowMissing: expected a boolean, got "yes"'],
    ],
    [
      'to join what is no report',
      () => library.mergeReports([emptyReport, {} as Library.Report]),
      ['reports[1]: expected a report, as checkRegistry makes it: it has no version'],
    ],
    [
      'to join what is no list',
      () => library.mergeReports(emptyReport as unknown as Library.Report[]),
      ['reports: expected a list of reports, got an object'],
    ],
    [
      'to join with an unknown option',
      () => library.mergeReports([emptyReport], { allowMising: true } as object),
      ['unknown option allowMising (did you mean allowMissing?)'],
    ],
  ])('refuses %s', async (_name, call, usageErrors) => {
    const error: unknown = await Promise.resolve()
      .then(call)
      .catch((reason: unknown) => reason);
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

  test('renders a report as a text, and badges as files', async () => {
    const checked = await library.checkRegistry(['fixtures/registries/urls'], { network: false });
    expect(await library.render(checked, 'sarif')).toContain('the url has the wrong scheme, or none');
    const [whole] = await library.render(checked, 'badge');
    expect(whole?.name).toBe('endpoints.json');
    expect(JSON.parse(whole?.text ?? '')).toMatchObject({ schemaVersion: 1, label: 'endpoints' });
  });

  test('lists formats and rules as data', () => {
    const { formats, rules } = library;
    for (const list of [formats, rules]) expect(JSON.parse(JSON.stringify(list))).toEqual(list);
    expect(formats.map(({ name }) => name)).toEqual(knownFormats.map(({ name }) => name));
    expect(formats.find(({ name }) => name === 'zone-chains')).toEqual({
      name: 'zone-chains',
      title: 'osmosis-labs/assetlists and registries of its shape',
      examplePath: '<zone>.zone_chains.json',
      kinds: ['rpc', 'rest'],
      lists: [
        { kind: 'rpc', pointer: '/chains/*/rpc' },
        { kind: 'rest', pointer: '/chains/*/rest' },
      ],
    });
    // The kinds of a mixed list.
    expect(formats.find(({ name }) => name === 'ethereum-lists')).toMatchObject({
      kinds: ['evm', 'evm-ws'],
      lists: [
        { kind: 'evm', pointer: '/rpc' },
        { kind: 'evm-ws', pointer: '/rpc' },
      ],
    });
  });

  test('reports errors with the names of its own options', async () => {
    const node = await use(startCosmosNode());
    const url = `localhost:${node.port}`;
    const wrong = await library.checkEndpoint({ kind: 'grpc', url, chainId: 'a-1' }, { allowPrivate: true });
    expect(wrong.findings.find(({ rule }) => rule === 'grpc/wrong-chain')).toMatchObject({
      message: 'the endpoint serves sandbox-1, but chainId is a-1',
    });
    const refused = await library.checkEndpoint({ kind: 'grpc', url });
    expect(refused.findings[0]?.hint).toContain('to check a local node, use allowPrivate: true');
  });

  test('every rule has a code, a severity and an explanation', () => {
    for (const { code, severity, summary, explanation } of library.rules) {
      expect(code).toMatch(rulePattern);
      expect(['error', 'warning', 'notice']).toContain(severity);
      expect(summary.length).toBeGreaterThan(0);
      expect(explanation.length).toBeGreaterThan(summary.length);
    }
  });
});
