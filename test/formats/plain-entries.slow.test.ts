import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { runAction } from '../support/action.js';
import { runForReport } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { getRecipe, getWorkflow } from '../support/documents.js';
import { listTypeScriptChains } from './typescript-chains.js';
import { createRepository } from '../support/repository.js';
import { createTrust, use } from '../support/servers.js';

/** Entries as lines. */
const write = (...entries: readonly unknown[]) =>
  entries.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)) + '\n').join('');

const good = { kind: 'evm', url: 'https://rpc.example.com', chain: 'one', chainId: 1 };

/** Checks entries without network; each finding as rule, place and own line. */
async function check(args: readonly string[], options: { cwd?: string; stdin?: string }) {
  const { report, exitCode } = await runForReport([...args, '--no-network'], options);
  return {
    exitCode,
    formats: report.files.map(({ format }) => format),
    urls: report.endpoints.map(({ url, line }) => `${line ?? 0} ${url ?? '-'}`),
    findings: report.findings.map(
      ({ rule, file, line, column, baselineState, data }) =>
        `${rule} ${file ?? ''}:${line ?? 0}:${column ?? 0} ${JSON.stringify(data['line'] ?? '-')} ${baselineState ?? '-'}`,
    ),
  };
}

test('a chain id that cannot be read is one warning, with what its kind expects', async () => {
  const solana = {
    kind: 'solana',
    url: 'https://solana.example.com',
    chain: 'solana',
    chainId: 'mainnet-beta',
  };
  const { report } = await runForReport(['-', '--no-network'], { stdin: write(solana) });
  expect(report.findings.map(({ rule, message }) => [rule, message])).toEqual([
    [
      'file/chain-id',
      'chainId must be a chain id of kind solana, such as 5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d; no endpoint was compared with it',
    ],
  ]);
});

test('a list of megabytes is read, from standard input too', async () => {
  const many = Array.from({ length: 6_000 }, (_, index) => ({
    ...good,
    url: `https://${index}.example.com`,
  }));
  const { exitCode, urls } = await check(['-'], { stdin: write(...many) });
  expect({ exitCode, count: urls.length }).toEqual({ exitCode: 0, count: 6_000 });
});

test('entries of a chain are compared with each other, and each with its claim', async () => {
  const trust = await createTrust();
  const tls = await trust.issue();
  const [first, second, third] = await Promise.all(
    [1, 1, 2].map((chainId) => use(startEvmNode({ tls, chainId }))),
  );
  const entry = (node: typeof first, more: object) => ({
    kind: 'evm',
    url: `https://localhost:${node?.port ?? 0}`,
    ...more,
  });
  const stdin = write(
    entry(first, { chain: 'one', source: { file: 'a/x.ts', line: 1 } }),
    entry(second, { chain: 'one', source: { file: 'b/y.ts', line: 1 } }),
    entry(third, { chain: 'one', source: { file: 'c/z.ts', line: 5 } }),
    { ...entry(third, { chainId: 1 }), source: { file: 'c/z.ts', line: 7 } },
  );
  const args = ['-', '--allow-private', '--retries', '0'];
  const { report } = await runForReport(args, { stdin, env: trust.env });
  expect(report.findings.map(({ rule, file, line }) => `${rule} ${file ?? ''}:${line ?? 0}`)).toEqual([
    'file/chain-id-missing <stdin>:1',
    'chain/odd-one-out c/z.ts:5',
    'evm/wrong-chain c/z.ts:7',
  ]);
});

describe('the recipes of docs/adopting.md', () => {
  test('the entry of the page is valid', async () => {
    const entry = JSON.stringify(JSON.parse(getRecipe('json', '"source"')));
    expect(await check(['-'], { stdin: entry })).toMatchObject({
      exitCode: 0,
      formats: ['entries'],
      findings: [],
    });
  });

  test('chains in TypeScript, of the shape of viem', async () => {
    const chain = (id: number, ...urls: readonly string[]) =>
      `import { defineChain } from '../../define.js'\n\nexport const chain${id} = /*#__PURE__*/ defineChain({\n  id: ${id},\n` +
      `  name: 'Chain ${id}',\n  rpcUrls: {\n    default: {\n      http: [\n${urls.map((url) => `        '${url}',\n`).join('')}      ],\n    },\n  },\n})\n`;
    const cwd = await createDirectory({
      'package.json': '{"type":"module"}',
      'entries.js': getRecipe('js', 'definitions'),
      'src/define.ts': 'export const defineChain = <const T,>(chain: T): T => chain;\n',
      'src/chains/definitions/a.ts': chain(1, 'https://a.example.com', 'a.example.org'),
      'src/chains/definitions/b.ts': chain(2, 'https://b.example.com'),
    });
    const stdin = await listTypeScriptChains(cwd);
    expect(await check(['-'], { cwd, stdin })).toMatchObject({
      urls: ['1 https://a.example.com', '2 a.example.org', '3 https://b.example.com'],
      findings: ['entry/url-scheme src/chains/definitions/a.ts:10:1 2 -'],
    });
  });

  const table = (...rows: readonly string[]) =>
    `# RPC\n\n| Chain | Id | RPC | Operator |\n| - | - | - | - |\n${rows.join('\n')}\n`;
  const row = (url: string) => `| Ethereum | 1 | ${url} | "Example" \\ |`;

  test('a table in Markdown', async () => {
    const cwd = await createDirectory({
      'docs/rpc.md': table(row('https://rpc.example.com'), row('https://rpc.example.com:99999')),
      'entries.sh': getRecipe('sh', 'awk'),
    });
    const { stdout: stdin } = await promisify(execFile)('sh', ['entries.sh'], { cwd });
    expect(await check(['-'], { cwd, stdin })).toMatchObject({
      urls: ['1 https://rpc.example.com', '2 https://rpc.example.com:99999'],
      findings: [expect.stringMatching(/ docs\/rpc\.md:6:1 2 -$/)],
    });
  });

  test('the workflow annotates what a pull request adds to the table', async () => {
    const repository = await createRepository({
      'docs/rpc.md': table(row('https://rpc.example.com:99999')),
      'scripts/entries.sh': getRecipe('sh', 'awk'),
    });
    const base = await repository.git('rev-parse', 'HEAD');
    const sha = await repository.commit({
      'docs/rpc.md': table(row('https://rpc.example.com:99999'), row('http:/rpc.example.com')),
    });
    const temp = await createDirectory();
    const { jobs } = parse(getWorkflow('docs/adopting.md: entries-pull-requests')) as {
      jobs: { endpoints: { steps: { run?: string; with?: Record<string, string> }[] } };
    };
    const [, script, step] = jobs.endpoints.steps;
    const env = { ...process.env, RUNNER_TEMP: temp, GITHUB_WORKSPACE: repository.directory };
    await promisify(execFile)('bash', ['-e', '-c', script?.run ?? ''], { cwd: repository.directory, env });
    const inputs = Object.fromEntries(
      Object.entries(step?.with ?? {}).map(([name, value]) => [
        name,
        value.replace('${{ runner.temp }}', temp),
      ]),
    );
    const { annotations, exitCode, outputs } = await runAction(
      repository.directory,
      { ...inputs, network: 'false' },
      { name: 'pull_request', payload: 'pull_request-fork', commits: { base, head: sha, merge: sha }, sha },
    );
    expect(annotations.map(({ file, line, severity }) => `${severity} ${file ?? ''}:${line ?? 0}`)).toEqual([
      'error docs/rpc.md:6',
    ]);
    expect({ exitCode, endpoints: outputs['endpoints'] }).toEqual({ exitCode: 1, endpoints: '2' });
  });

  test('a database', async (context) => {
    const [, query] = /sqlite3 chains\.db "([^"]*)"/.exec(getRecipe('sh', 'sqlite3')) ?? [];
    const cwd = await createDirectory();
    const sql = (text: string) => promisify(execFile)('sqlite3', ['chains.db', text], { cwd });
    const isInstalled = await promisify(execFile)('sqlite3', ['--version']).then(
      () => true,
      () => false,
    );
    if (!isInstalled) return context.skip('sqlite3 is not installed');
    await sql(`create table chains (id, name); create table urls (chain, url); insert into chains values (1, 'Ethe"reum');
      insert into urls values (1, 'https://rpc.example.com'), (1, 'rpc.example.com');`);
    const { stdout: stdin } = await sql(query ?? '');
    expect(await check(['-'], { stdin })).toMatchObject({
      formats: ['entries'],
      urls: ['1 https://rpc.example.com', '2 rpc.example.com'],
    });
    return undefined;
  });
});

test('the fields of the page are those of the schema', () => {
  const { properties } = JSON.parse(readFileSync('schemas/entries.schema.json', 'utf8')) as {
    properties: object;
  };
  const [, table = ''] = readFileSync('docs/checking.md', 'utf8').split('### Plain entries');
  const [formats = ''] = table.split('## Kinds');
  expect([...formats.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)).toEqual(Object.keys(properties));
});
