import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readInputs } from '../../src/action/inputs.js';
import { sizeLimitBytes } from '../../src/registry/rules.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { listen } from '../../src/sandbox/server.js';
import {
  type ActionEvent,
  type Annotation,
  findControls,
  findRunnerCommands,
  runAction,
} from '../support/action.js';
import { createDirectory, formatParam } from '../support/directory.js';
import { requireValid } from '../support/report-samples.js';
import { cloneRepository, createRepository, type Repository } from '../support/repository.js';
import { createTrust, use } from '../support/servers.js';
import { startCountingListener } from '../support/sockets.js';

const path = 'chain/kava/param.json';
const structure = { network: 'false' };
const schedule: ActionEvent = { name: 'schedule', payload: 'schedule' };
const outputNames = [
  'verdict',
  'endpoints',
  'failed',
  'invalid',
  'inconclusive',
  'errors',
  'report',
  'patch',
];

/** A registry file with an entry a line, each of which is malformed. */
function list(...urls: readonly string[]): string {
  const entries = urls.map((url) => `    { "provider": "P", "url": "http://${url}.example" }`);
  return `{\n  "evm_rpc_endpoint": [\n${entries.join(',\n')}\n  ]\n}\n`;
}

/** The errors by file and line for which the contributor answers. */
function listErrors(annotations: readonly Annotation[]): string[] {
  return annotations
    .filter(({ severity }) => severity === 'error')
    .map(({ file, line, message }) => (file === undefined ? message : `${file}:${line ?? 0}`));
}

/** A pull request's branch, and its merge into a base with newer commits, as the runner checks it out. */
async function createPullRequest(change: Parameters<Repository['commit']>[0]) {
  const origin = await createRepository({ [path]: list('old'), 'chain/other/param.json': list('old') });
  await origin.git('checkout', '--quiet', '-b', 'topic');
  const head = await origin.commit(change);
  await origin.git('checkout', '--quiet', 'main');
  const base = await origin.commit({ 'chain/other/param.json': list('old', 'newer') });
  await origin.git('checkout', '--quiet', '--detach', 'main');
  await origin.git('merge', '--quiet', '--no-ff', '--message', 'Merge', 'topic');
  const merge = await origin.git('rev-parse', 'HEAD');
  await origin.git('branch', 'merged');
  const commits = { HEAD_SHA: head, BASE_SHA: base, MERGE_SHA: merge };
  const event: ActionEvent = { name: 'pull_request', payload: 'pull_request-fork', commits, sha: merge };
  return { origin, head, base, merge, event };
}

/** A checkout as actions/checkout leaves it: one commit deep, its head detached. */
async function checkOut(origin: Repository, commit: string): Promise<string> {
  const clone = await cloneRepository(origin, 1);
  await clone.git('fetch', '--quiet', '--depth=1', 'origin', commit);
  await clone.git('checkout', '--quiet', '--detach', commit);
  return clone.directory;
}

// event.test.ts covers the base of each event.
describe('contributors answer only for the entries that they changed', () => {
  test('a pull request from a fork, checked out one commit deep', async () => {
    const { origin, merge, event } = await createPullRequest({ [path]: list('new', 'old') });
    const { exitCode, outputs, stderr, log, annotations } = await runAction(
      await checkOut(origin, merge),
      structure,
      event,
    );
    expect([exitCode, outputs['verdict'], stderr]).toEqual([1, 'fail', '']);
    expect(listErrors(annotations)).toEqual([`${path}:3`]);
    expect(log).toContain('This pull request adds 1 of 4 entries (compared with main, ');
  });

  test('a pull request that adds a chain called chain', async () => {
    const { origin, merge, event } = await createPullRequest({
      'chain/chain/param.json': list('new'),
      'chain/test/param.json': list('new'),
    });
    const directory = await checkOut(origin, merge);
    const { annotations } = await runAction(directory, { ...structure, paths: 'chain' }, event);
    expect(listErrors(annotations)).toEqual(['chain/chain/param.json:3', 'chain/test/param.json:3']);
  });
});

describe('the output patch', () => {
  const broken =
    '{\n  "grpc_endpoint": [\n    { "provider": "P", "url": "https://a.example:443" }, // new\n  ]\n}\n';
  const fixed = '{\n  "grpc_endpoint": [\n    { "provider": "P", "url": "a.example:443" }\n  ]\n}\n';

  test('has the changes of --fix, and the summary a diff, which hides keys from its readers', async () => {
    const key = 'a1b2c3d4e5f6a7b8c9d0';
    const otherFile = `{ "evm_rpc_endpoint": [ { "provider": "\`\`\`\`", "url": " https://a.example/${key}" } ] }\n`;
    const { directory, git } = await createRepository({
      [`registry/${path}`]: broken,
      'registry/chain/other/param.json': otherFile,
    });
    const { outputs, summary } = await runAction(directory, { ...structure, paths: 'registry' }, schedule);
    expect(summary).not.toContain(key);
    expect(summary).toContain(
      '### What --fix changes (2)\n\n```diff\n--- a/registry/chain/kava/param.json\n',
    );
    expect(summary).toContain('\n`````diff\n--- a/registry/chain/other');
    expect(await readFile(join(directory, 'registry', path), 'utf8')).toBe(broken);
    await git('apply', outputs['patch'] ?? '');
    expect(await readFile(join(directory, 'registry', path), 'utf8')).toBe(fixed);
    expect(await readFile(join(directory, 'registry/chain/other/param.json'), 'utf8')).toContain(
      `"https://a.example/${key}"`,
    );
  });

  test('has only what the pull request added', async () => {
    const otherFile = list('old').replace('http://old.example', ' https://old.example');
    const origin = await createRepository({ [path]: list('a'), 'chain/other/param.json': otherFile });
    await origin.git('checkout', '--quiet', '-b', 'topic');
    const head = await origin.commit({ [path]: list('a').replace('http://a.example', ' https://a.example') });
    await origin.git('checkout', '--quiet', '--detach', 'main');
    const base = await origin.git('rev-parse', 'HEAD');
    await origin.git('merge', '--quiet', '--no-ff', '--message', 'Merge', 'topic');
    const merge = await origin.git('rev-parse', 'HEAD');
    const commits = { HEAD_SHA: head, BASE_SHA: base, MERGE_SHA: merge };
    const event: ActionEvent = { name: 'pull_request', payload: 'pull_request-fork', commits, sha: merge };
    const { outputs } = await runAction(origin.directory, structure, event);
    const patch = await readFile(outputs['patch'] ?? '', 'utf8');
    expect(patch.match(/^\+\+\+ .*$/gm)).toEqual([`+++ b/${path}`]);
  });
});

describe('endpoints are probed, and the results are in all outputs', () => {
  test('annotations, groups, summary, outputs, reports and exit status', async () => {
    const trust = await createTrust();
    const tls = await trust.issue();
    const node = await use(startEvmNode({ tls }));
    const directory = await createDirectory({
      [`registry/${path}`]: formatParam(
        { evm: [`https://localhost:${node.port}`, 'https://127.0.0.1:1'] },
        { chain_id_evm: '0x7A69' },
      ),
    });
    const inputs = {
      paths: 'registry',
      'allow-private': 'true',
      retries: '0',
      reports: 'json=own.json\njunit=own.xml\nbadge=badges\nhtml=own.html',
    };
    const env = { ...trust.env, GITHUB_REPOSITORY: 'owner/name' };
    const outcome = await runAction(directory, inputs, schedule, env);
    expect(outcome.stderr).toBe('');
    expect(outcome.exitCode).toBe(1);
    expect(outcome.annotations).toEqual([
      {
        severity: 'error',
        file: `registry/${path}`,
        line: 11,
        title: 'net/refused',
        message: expect.stringContaining('127.0.0.1:1') as unknown,
      },
    ]);
    expect(outcome.log).toMatch(/^::group::kava: 1 fail, 1 pass\n[^]*\n::endgroup::\n::error [^]*1 failed/);
    expect(outcome.summary).toContain('## Endpoints: 1 failed, 1 passed');
    const { report: file, ...outputs } = outcome.outputs;
    expect(outputs).toEqual({
      verdict: 'fail',
      endpoints: '2',
      failed: '1',
      invalid: '0',
      inconclusive: '0',
      errors: '1',
      patch: '',
    });
    expect(file).toMatch(/report\.json$/);
    const ownReport = requireValid(JSON.parse(await readFile(join(directory, 'own.json'), 'utf8')));
    expect(ownReport).toEqual(outcome.report);
    expect(await readFile(join(directory, 'own.xml'), 'utf8')).toContain('<testsuites>');
    expect(await readFile(join(directory, 'own.html'), 'utf8')).toContain('<title>owner/name: ');
    expect(await readFile(join(directory, 'badges/kava.json'), 'utf8')).toContain('"1/2 pass');
  });

  test('the outputs say why the verdict is fail', async () => {
    const directory = await createDirectory({
      [path]: list('a'),
      'chain/broken/param.json': '{ "grpc_endpoint": [ }',
    });
    const inputs = { ...structure, history: 'history.jsonl' };
    const { outputs, annotations } = await runAction(directory, inputs, schedule);
    const counts = { endpoints: '1', failed: '0', invalid: '1', inconclusive: '0', errors: '2' };
    expect(outputs).toMatchObject({ verdict: 'fail', ...counts });
    expect(annotations.map(({ message }) => message)).toContain(
      'history: this run is not recorded in history.jsonl: nothing was probed',
    );
  });

  test('a report that cannot be written does not keep the outputs from being set', async () => {
    const directory = await createDirectory({ [path]: list('a') });
    const outcome = await runAction(directory, { ...structure, reports: 'json=/dev/full' }, schedule);
    expect(outcome.exitCode).toBe(3);
    expect(outcome.annotations.at(-1)?.message).toContain('ENOSPC');
    expect(outcome.outputs['verdict']).toBe('fail');
    expect([outcome.report?.summary.errors, outcome.summary.slice(0, 12)]).toEqual([1, '## Endpoints']);
  });

  test('an inconclusive endpoint fails the step if fail-on is inconclusive', async () => {
    const trust = await createTrust();
    const answer = { status: 429, body: '' };
    const node = await use(startEvmNode({ tls: await trust.issue(), answer }));
    const directory = await createDirectory({
      [path]: formatParam({ evm: [`https://localhost:${node.port}`] }, { chain_id_evm: '0x7A69' }),
    });
    const inputs = { 'allow-private': 'true', retries: '0', 'fail-on': 'inconclusive' };
    const outcome = await runAction(directory, inputs, schedule, trust.env);
    expect([outcome.outputs['verdict'], outcome.exitCode]).toEqual(['inconclusive', 1]);
  });

  test('a cancelled job reports the results so far, marked as interrupted', async () => {
    const server = createServer();
    const { port } = await use(listen(server));
    const directory = await createDirectory({ [path]: formatParam({ grpc: [`localhost:${port}`] }) });
    const { exitCode, report, annotations } = await runAction(
      directory,
      { 'allow-private': 'true' },
      schedule,
      {},
      (child) => server.once('connection', () => child.kill('SIGTERM')),
    );
    expect(exitCode).toBe(130);
    expect(report).toMatchObject({ interrupted: true, summary: { skipped: 1 } });
    expect(annotations.map(({ message }) => message)).toContain(
      'interrupted: entries not checked by then are skipped',
    );
  });
});

describe('a query service is tested too', () => {
  const service = async (status: number) => {
    const { port } = await use(
      startEvmNode({ answer: { status, headers: { 'content-type': 'application/json' }, body: '[]' } }),
    );
    return {
      'api-base-url': `http://127.0.0.1:${port}/api`,
      'api-token': 'our.secret',
      'api-networks': 'kava, osmosis\nkava',
    };
  };

  test('its calls are part of the report, and its token is masked', async () => {
    const directory = await createDirectory({ [path]: formatParam({}) });
    const outcome = await runAction(directory, { ...structure, ...(await service(200)) }, schedule);
    expect(outcome.log.startsWith('::add-mask::our.secret\n')).toBe(true);
    expect((outcome.log + outcome.summary + JSON.stringify(outcome.report)).split('our.secret')).toHaveLength(
      2,
    );
    expect(
      outcome.annotations.filter(({ severity }) => severity === 'error').map(({ title }) => title),
    ).toEqual(Array(10).fill('query/token-not-checked'));
    expect(new Set(outcome.report?.endpoints.map(({ chain }) => chain))).toEqual(
      new Set(['kava', 'osmosis']),
    );
    expect([outcome.exitCode, outcome.outputs['verdict']]).toEqual([1, 'fail']);
  });
});

describe('findings that are not new', () => {
  const before = { [path]: list('old', 'older'), 'chain/other/param.json': list('old') };
  const sentence = '3 findings that were there before are not shown.';

  async function createChange() {
    const origin = await createRepository(before);
    const base = await origin.git('rev-parse', 'HEAD');
    const head = await origin.commit({ 'chain/new/param.json': list('new') });
    const commits = { HEAD_SHA: head, BASE_SHA: base };
    const pull: ActionEvent = { name: 'pull_request', payload: 'pull_request-fork', commits, sha: head };
    const push: ActionEvent = { name: 'push', payload: 'push', commits, sha: head };
    return { directory: origin.directory, pull, push };
  }

  test('are counted on a pull request, not annotated, nor in the log or the summary', async () => {
    const { directory, pull } = await createChange();
    const inputs = { ...structure, reports: 'github=github.txt\nsarif=all.sarif' };
    const { annotations, log, summary, report } = await runAction(directory, inputs, pull);
    expect(annotations.map(({ file }) => file)).toEqual(['chain/new/param.json']);
    for (const text of [log, summary, await readFile(join(directory, 'github.txt'), 'utf8')]) {
      expect(text.replaceAll('\n', ' ')).toContain(sentence);
      expect(text).not.toContain('old.example');
    }
    expect(log).toContain('1 error, 3 warnings, 0 notices');
    expect([...log.matchAll(/^::group::(\S+):/gm)].map(([, chain]) => chain)).toEqual(['new']);
    // Reports for programs have them all.
    expect(report?.findings).toHaveLength(4);
    expect(await readFile(join(directory, 'all.sarif'), 'utf8')).toContain('chain/other/param.json');
  });

  test('are shown on a push, and either is changed by hide-unchanged', async () => {
    const { directory, pull, push } = await createChange();
    const run = async (event: ActionEvent, inputs: Readonly<Record<string, string>> = {}) =>
      (await runAction(directory, { ...structure, ...inputs }, event)).annotations.length;
    expect(await run(push)).toBe(4);
    expect(await run(push, { 'hide-unchanged': 'true' })).toBe(1);
    expect(await run(pull, { 'hide-unchanged': 'false' })).toBe(4);
  });
});

describe('inputs', () => {
  test('all errors are named at once', async () => {
    const { annotations, exitCode, outputs } = await runAction(
      await createDirectory(),
      {
        paths: 'nowhere\n  chain  \n-',
        scope: 'changed',
        only: 'grpc,lcd',
        'fail-on': 'never',
        timeout: '20',
        retries: '-1',
        concurrency: '0',
        shard: '3/2',
        network: 'yes',
        reports: 'pdf=x\nhtml\njunit=-\njson=/nowhere/x\nbadge',
        summary: '1',
        'hide-unchanged': 'maybe',
        'api-token': 'a b',
      },
      schedule,
    );
    expect(exitCode).toBe(2);
    expect(outputs).toEqual({});
    expect(annotations.map(({ severity, message }) => `${severity} ${message.split(':')[0] ?? ''}`)).toEqual(
      [
        'only',
        'network',
        'hide-unchanged',
        'shard',
        'timeout',
        'retries',
        'concurrency',
        'summary',
        'fail-on',
        'paths',
        'reports',
        'reports',
        'reports',
        'reports',
        'reports',
        'api-base-url',
        'api-token',
        'api-networks',
        'scope',
        'nowhere does not exist',
        'chain does not exist',
        'no repository is checked out here',
      ].map((name) => `error ${name}`),
    );
  });

  test('paths, one a line, without a summary, and one part of several', async () => {
    const directory = await createDirectory({
      'a/chain/a/param.json': list('a'),
      'b/chain/b/param.json': list('b'),
      'c/chain/c/param.json': list('c'),
    });
    const inputs = { ...structure, summary: 'false', paths: '\n  a\n  c/chain/c/param.json\n' };
    const whole = await runAction(directory, inputs, schedule);
    expect(whole.report?.endpoints.map(({ chain }) => chain)).toEqual(['a', 'c']);
    expect(whole.summary).toBe('');
    const { outputs } = await runAction(directory, { ...inputs, shard: '2/2' }, schedule);
    expect(outputs['endpoints']).toBe('1');
  });

  test('action.yml lists all inputs that are read, with the defaults of the program', async () => {
    const action = parse(await readFile('action.yml', 'utf8')) as {
      readonly inputs: Record<string, { default: string; description: string }>;
      readonly outputs: Record<string, unknown>;
      readonly runs: unknown;
    };
    expect(Object.keys(action.outputs)).toEqual(outputNames);
    expect(action.runs).toEqual({ using: 'node24', main: 'dist/action.js' });
    const errors: string[] = [];
    const names = new Set<string>();
    const getDefault = (name: string) => {
      names.add(name);
      return action.inputs[name]?.default ?? '';
    };
    // The runner passes the default of an input that a workflow leaves out.
    expect(readInputs(getDefault, '.', errors)).toEqual(readInputs(() => '', '.', errors));
    expect(errors).toEqual([]);
    expect(new Set(Object.keys(action.inputs))).toEqual(names);
  });
});

describe('a hostile pull request', () => {
  const commands = [
    '::error::pwned',
    '::set-output name=verdict::pass',
    '##[command]rm',
    '\r::stop-commands::x\r',
    '\n::add-mask::a',
    '\x1b[2J',
    '![x](https://evil.example/x.png)',
    '<img src=x>',
    '@everyone',
    '\u202e',
  ];
  const hostile = JSON.stringify({
    grpc_endpoint: commands.map((text) => ({ provider: text, url: text })),
    evm_rpc_endpoint: commands.map((text) => ({
      provider: text,
      url: `https://a.example/${text}`,
      [text]: text,
    })),
  });

  test('nothing untrusted reaches the log, the summary or the outputs unescaped', async () => {
    const { origin, merge, event } = await createPullRequest({
      [path]: hostile,
      'chain/::error::x/param.json': hostile,
      'chain/a%0A::error::x\n::error::y/param.json': hostile,
      'chain/link/param.json': ['/etc/passwd'],
      'chain/linked': ['../../../etc'],
      'chain/large/param.json': `{ "grpc_endpoint": [], "x": "${'x'.repeat(sizeLimitBytes)}" }`,
      'chain/.../x/param.json': hostile,
    });
    const clone = await checkOut(origin, merge);
    const inside = await createRepository({});
    await inside.git('clone', '--quiet', origin.directory, join(clone, 'chain', 'submodule'));
    const { log, stderr, summary, outputs, report, exitCode } = await runAction(clone, structure, event);
    expect([exitCode, stderr]).toEqual([1, '']);
    const allowed = /^(?:group|endgroup|(?:error|warning|notice) (?:[^:\n]*,)?title=[a-z]+\/[a-z0-9-]+)$/;
    expect(findRunnerCommands(log).filter((command) => !allowed.test(command))).toEqual([]);
    expect(findControls(log)).toEqual([]);
    expect(log).not.toContain('root:');
    expect(findControls(summary)).toEqual([]);
    expect(summary.replaceAll(/`[^`]*`/g, '')).not.toMatch(/(?<!\\)!\[|<img|(?<!\\)@everyone|root:/);
    expect(Object.keys(outputs)).toEqual(outputNames);
    expect(outputs['verdict']).toBe('fail');
    const rules = report?.findings.map(({ rule }) => rule) ?? [];
    for (const rule of ['file/symlink', 'file/too-large', 'file/misplaced']) expect(rules).toContain(rule);
  });

  test('no report is written through a symbolic link of the checkout', async () => {
    const outside = await createDirectory({ target: 'kept' });
    const { directory } = await createRepository({
      'report.txt': [join(outside, 'target')],
      out: [outside],
      loop: ['loop'],
      badges: [outside],
      [path]: list('a'),
    });
    const inputs = { ...structure, reports: 'pretty=report.txt\njson=out/new.json\nhtml=loop\nbadge=badges' };
    const { exitCode, annotations } = await runAction(directory, inputs, schedule);
    expect(exitCode).toBe(2);
    expect(annotations.map(({ message }) => message)).toEqual(
      ['report.txt', 'out/new.json', 'loop', 'badges'].map(
        (file) => `reports: ${file} is, or is behind, a symbolic link of the checkout: write to another file`,
      ),
    );
    expect(await readdir(outside)).toEqual(['target']);
    expect(await readFile(join(outside, 'target'), 'utf8')).toBe('kept');
  });

  test('only public addresses are probed', async () => {
    const { port, connected } = await startCountingListener();
    const urls = [
      `https://127.0.0.1:${port}`,
      `https://localhost:${port}`,
      `https://[::ffff:127.0.0.1]:${port}`,
      `https://2130706433:${port}`,
    ];
    const directory = await createDirectory({
      [path]: formatParam({ evm: urls, grpc: [`127.0.0.1:${port}`] }, { chain_id_evm: '0x1' }),
    });
    const { exitCode, annotations } = await runAction(directory, { retries: '0' }, schedule);
    expect([exitCode, connected.size]).toEqual([1, 0]);
    const blocked = annotations.filter(({ title }) => title === 'net/blocked-address');
    expect(blocked.length).toBe(urls.length);
    expect(blocked[0]?.message).toContain('use allow-private: true');
  });
});

test('a peer about which nothing is proved does not change the verdict', async () => {
  const peers = { seeds: [{ id: '0'.repeat(40), address: '127.0.0.1:1' }] };
  const chain = { chain_name: 'sandbox', chain_id: 'sandbox-1', apis: {}, peers };
  const { directory } = await createRepository({ 'sandbox/chain.json': JSON.stringify(chain) });
  const inputs = { peers: 'true', 'allow-private': 'true', retries: '0' };
  const { exitCode, outputs } = await runAction(directory, inputs, schedule);
  expect([exitCode, outputs['verdict'], outputs['inconclusive']]).toEqual([0, 'pass', '1']);
});
