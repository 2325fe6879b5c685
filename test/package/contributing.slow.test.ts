import https from 'node:https';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../src/model/report.js';
import { listen } from '../../src/sandbox/server.js';
import { runProcess } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { createTrust, use } from '../support/servers.js';

const execute = promisify(execFile);
let copy: string;

/** Runs a program of the copy. */
const run = (...args: string[]) => execute(process.execPath, args, { cwd: copy });

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'endpoint-check-kind-'));
  await cp('.', copy, { recursive: true, filter: (path) => !/^(node_modules|\.git|dist)(\/|$)/.test(path) });
  await symlink(resolve('node_modules'), join(copy, 'node_modules'));
  await addKind();
  // The format that lists it.
  const format = join(copy, 'src/formats/chainlist/index.ts');
  const lists = (await readFile(format, 'utf8')).replace(
    '  lists: [',
    `  lists: [
    {
      kind: 'ping',
      pointer: '/ping_endpoint',
      form: 'objects',
      aliases: [],
      addressForms: {},
      claims: evmClaims.map((claim) => ({ ...claim, name: 'chain_id_ping', aliases: [] })),
    },`,
  );
  await writeFile(format, lists);
  await addFormat();
  await run('scripts/run.js', 'scripts/generate.ts');
  await run('scripts/build.js', 'program');
});

afterAll(() => rm(copy, { recursive: true }));

/** A directory and a line: endpoints that answer GET with the number of their chain. */
async function addKind(): Promise<void> {
  const directory = join(copy, 'src/checks/ping');
  await mkdir(directory);
  await writeFile(
    join(directory, 'probe.ts'),
    `import { type Result } from '../../model/failure.js';
import { type HttpAnswer, openHttp } from '../../net/http.js';
import type { ProbeContext } from '../../net/probe-context.js';

/** What the endpoint answered. */
export async function probe(context: ProbeContext): Promise<Result<HttpAnswer>> {
  const opened = await openHttp(context);
  if (!opened.ok) return opened;
  const answer = await opened.value.get({});
  opened.value.close();
  return answer;
}
`,
  );
  await writeFile(
    join(directory, 'index.ts'),
    `import type { RuleSet } from '../../model/rule.js';
import { defineCheck } from '../check.js';
import { httpAddresses } from '../url/addresses.js';

/** The wording of the rules of this kind. */
const pingRules: RuleSet<{ 'ping/wrong-chain': { expected: string; actual: string } }> = {
  'ping/wrong-chain': {
    severity: 'error',
    summary: 'the endpoint serves another chain',
    explanation: 'It answers with another number than the file claims.',
    sample: { expected: '1', actual: '2' },
    message: ({ expected, actual }) => \`the endpoint serves \${actual}, but the file claims \${expected}\`,
    hint: () => 'list another endpoint',
  },
};

/** Endpoints that answer with a number. */
export const pingCheck = defineCheck({
  kind: 'ping',
  title: 'Ping',
  ...httpAddresses('https://ping.example.com'),
  description: 'Endpoints that answer with a number.',
  otherNames: ['pong'],
  idFamily: 'ping',
  chainIdExample: '7',
  noun: 'an endpoint of numbers',
  listing: 'list it as ping',
  rules: pingRules,
  isChainId: (text) => /^\\d+$/.test(text),
  normalizeChainId: (text) => text,
  loadProbe: () => import('./probe.js'),
  judge: (answer) => (answer.ok ? [] : [answer.failure]),
  judgeClaim: (answer) => ({ chainId: expected }) => {
    const actual = answer.ok ? answer.value.body.toString('utf8', 0, 20) : expected;
    return actual === expected ? [] : [{ code: 'ping/wrong-chain', data: { expected, actual } }];
  },
  describe: (answer) => ({ chainId: answer?.ok === true ? answer.value.body.toString('utf8', 0, 20) : null }),
});
`,
  );
  const facts = {
    description: 'What it reported.',
    properties: { chainId: { type: ['string', 'null'], description: 'The number.' } },
  };
  await writeFile(
    join(directory, 'docs.json'),
    JSON.stringify({ mustAnswer: 'a number', connections: 1, requests: '1: a GET', facts }),
  );
  const list = join(copy, 'src/checks/index.ts');
  const text = await readFile(list, 'utf8');
  const line = text.replace('  evmCheck,\n', '  evmCheck,\n  pingCheck,\n');
  await writeFile(list, `import { pingCheck } from './ping/index.js';\n${line}`);
}

/** A directory and a line: a registry with all its chains in one file, a row each. */
async function addFormat(): Promise<void> {
  const directory = join(copy, 'src/formats/rows');
  await mkdir(directory);
  await writeFile(
    join(directory, 'index.ts'),
    `import { cosmosClaim } from '../claim-fields.js';
import { describeMissing, type Format } from '../format.js';
import { validate } from './validator.generated.js';

/** A registry in one file. */
export const rows: Format = {
  name: 'rows',
  title: 'a registry in one file',
  layout: {
    examplePath: 'rows.json',
    isRoot: ({ hasFile }) => hasFile('rows.json'),
    trees: [],
    locate: (path) => ({ role: path === 'rows.json' ? 'registered' : 'other', chain: null }),
  },
  findMisfit: (value) => describeMissing(value, ['rows']),
  chains: '/rows/*',
  lists: [
    {
      kind: 'rpc',
      pointer: '/nodes',
      form: 'any',
      aliases: ['node_list'],
      addressForms: { allowPlaintext: true },
      claims: [cosmosClaim('id')],
    },
  ],
  entryFields: {
    address: { name: 'at', aliases: [] },
    provider: { name: 'by', aliases: [] },
    providerPolicy: 'expected',
  },
  schema: { file: 'rows', title: 'Rows', description: 'Chains, a row each.', validate },
};
`,
  );
  const list = join(copy, 'src/formats/index.ts');
  const text = await readFile(list, 'utf8');
  const line = text.replace('Format[] = [\n', 'Format[] = [\n  rows,\n');
  await writeFile(list, `import { rows } from './rows/index.js';\n${line}`);
}

describe('a kind of endpoint is a directory, a line, and a list in a format', () => {
  test('that type-checks with no other change', async () => {
    const include = ['src', 'test/support/*.d.ts'];
    await writeFile(join(copy, 'tsconfig.src.json'), JSON.stringify({ extends: './tsconfig.json', include }));
    await run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.src.json');
  });

  test('check reads its field and probes its entries, and merge accepts the report', async () => {
    const trust = await createTrust();
    const tls = await trust.issue();
    const server = https.createServer({ ...tls }, (_, response) => response.end('7'));
    const node = await use(listen(server));
    const entries = [{ provider: 'A', url: `https://localhost:${node.port}` }];
    const directory = await createDirectory({
      'param.json': JSON.stringify({ chain_id_ping: 8, ping_endpoint: entries }),
    });
    const options = { cwd: directory, env: trust.env, program: join(copy, 'bin/endpoint-check.js') };
    await runProcess(
      ['param.json', '--only', 'ping', '--allow-private', '--reporter', 'json=a.json'],
      options,
    );
    // merge validates what it reads.
    const { stdout, stderr } = await runProcess(['merge', 'a.json'], options);
    expect(stderr).toBe('');
    const { endpoints, findings } = JSON.parse(stdout) as Report;
    expect(endpoints).toMatchObject([{ kind: 'ping', verdict: 'fail', facts: { chainId: '7' } }]);
    expect(findings.map(({ rule }) => rule)).toEqual(['ping/wrong-chain']);
  });

  test('it has a command, and a place in the help', async () => {
    const { stdout } = await run('bin/endpoint-check.js', '--help');
    expect(stdout).toContain('ping <url...>');
    expect(stdout).toContain('probe Ping endpoints');
    expect((await run('bin/endpoint-check.js', 'completion', 'bash')).stdout).toContain('grpc evm ping');
    await expect(run('bin/endpoint-check.js', 'pong', 'https://ping.example.com')).rejects.toMatchObject({
      stderr: expect.stringContaining('did you mean ping?') as string,
    });
  });

  test('its rules are explained, by the program and by their page', async () => {
    const { stdout } = await run('bin/endpoint-check.js', 'explain', 'ping/wrong-chain');
    expect(stdout).toContain('ping/wrong-chain (error)');
    const page = await readFile(join(copy, 'docs/rules.md'), 'utf8');
    expect(page).toContain('\n## Ping\n\n### ping/wrong-chain\n');
  });

  test('its facts are in the schema of the report, and the pages have it in their tables', async () => {
    const { definitions } = JSON.parse(await readFile(join(copy, 'schemas/report.schema.json'), 'utf8')) as {
      definitions: Record<string, unknown>;
    };
    expect(definitions['pingFacts']).toMatchObject({ additionalProperties: false, required: ['chainId'] });
    expect(await readFile(join(copy, 'docs/checking.md'), 'utf8')).toMatch(/^\| `ping` +\| a number +\|$/m);
    expect(await readFile(join(copy, 'docs/adopting.md'), 'utf8')).toMatch(
      /^\| ping +\| 1 +\| 1: a GET +\|$/m,
    );
  });

  test('its fields are in the schema', async () => {
    const { properties } = JSON.parse(await readFile(join(copy, 'schemas/param.schema.json'), 'utf8')) as {
      properties: object;
    };
    expect(Object.keys(properties)).toEqual(
      expect.arrayContaining(['chain_id_ping', 'ping_endpoint', 'evm_rpc_endpoint']),
    );
  });
});

describe('a format is a directory and a line', () => {
  const row = {
    id: 'sandbox-1',
    nodes: ['https://a.example', { at: 'rpc.example', by: 'A' }, { at: 'https://b.example' }],
  };
  const program = () => join(copy, 'bin/endpoint-check.js');

  test('check finds its files, reads its entries, and reports at their lines', async () => {
    const cwd = await createDirectory({ 'rows.json': JSON.stringify({ rows: [row] }, null, 1) });
    const { stdout } = await runProcess(['--no-network', '--reporter', 'json'], { cwd, program: program() });
    const { files, endpoints, findings } = JSON.parse(stdout) as Report;
    expect(files).toEqual([{ path: 'rows.json', chain: null, format: 'rows' }]);
    expect(endpoints.map(({ kind, url, line, claim }) => [kind, url, line, claim?.chainId])).toEqual([
      ['rpc', 'https://a.example', 6, 'sandbox-1'],
      ['rpc', 'rpc.example', 7, 'sandbox-1'],
      ['rpc', 'https://b.example', 11, 'sandbox-1'],
    ]);
    expect(findings.map(({ rule, line }) => `${rule} ${line ?? 0}`)).toEqual([
      'entry/url-scheme 8',
      'entry/provider-missing 12',
    ]);
  });

  test('its content is recognised, and --format knows it', async () => {
    const cwd = await createDirectory({
      'draft.json': JSON.stringify({ rows: [row] }),
      'other.json': '{"rows":[]}',
    });
    const drafted = await runProcess(['draft.json', '--no-network', '--reporter', 'json'], {
      cwd,
      program: program(),
    });
    expect(drafted.stdout).toContain('"format": "rows"');
    const forced = await runProcess(['other.json', '--format', 'rows', '--no-network'], {
      cwd,
      program: program(),
    });
    expect(forced.exitCode).toBe(0);
  });

  test('it has a schema for editors, which the check uses', async () => {
    const schema = JSON.parse(await readFile(join(copy, 'schemas/rows.schema.json'), 'utf8')) as object;
    expect(schema).toMatchObject({ required: ['rows'] });
    const cwd = await createDirectory({ 'rows.json': '{"rows":[{"nodes":7}]}' });
    const { stdout } = await runProcess(['--no-network'], { cwd, program: program() });
    expect(stdout).toContain('rows[0].nodes must be a string or an array, got a number');
  });
});
