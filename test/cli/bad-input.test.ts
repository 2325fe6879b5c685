import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { peerExample } from '../../src/checks/cosmos/peer/url.js';
import { checks } from '../../src/checks/index.js';
import { runCli } from '../support/command-line.js';
import { createDirectory, formatParam, readBytes } from '../support/directory.js';

const kinds = checks.map(({ kind }) => kind);
const anyKind = `${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1) ?? ''}`;
/** Usage errors name at most so many commands. */
const commandsShown = 7;
const kindCommands = `${kinds.slice(0, commandsShown).join(', ')} and ${kinds.length - commandsShown} other commands`;

function describeAddress(address: string, kind: string): string {
  return (
    `${address} is an address, not a path: write its kind (${kinds.join(', ')}) before it, ` +
    `as in endpoint-check ${kind} ${address}`
  );
}

const stackTrace = /^\s+at /m;

describe('usage errors are all reported at once, with exit status 2', () => {
  test.each([
    [['nope.json'], ['nope.json does not exist']],
    [['chek'], ['unknown command "chek" (did you mean check?)']],
    [['grcp', 'host:443', '--chain-id', 'x'], ['unknown command "grcp" (did you mean grpc?)']],
    [['fix', 'kava'], ['unknown command "fix" (did you mean --fix?)']],
    [['ad', 'kava'], ['unknown command "ad" (did you mean add?)']],
    [['remov', 'rpc.example.com'], ['unknown command "remov" (did you mean remove?)']],
    [['help', 'chek'], ['unknown command "chek" (did you mean check?)']],
    [['help', 'nope'], ['unknown command "nope"']],
    [['hlep', 'check'], ['unknown command "hlep" (did you mean help?)']],
    [['check', 'grcp'], ['grcp does not exist']],
    [
      ['--timeout', '5s', 'grpc', 'host:443'],
      ['grpc is a command, not a path: write it before the options, as in endpoint-check grpc …'],
    ],
    [['rcp', 'https://rpc.example.com/a'], ['unknown command "rcp" (did you mean rpc?)']],
    [['tendermint', 'https://rpc.example.com/a'], ['unknown command "tendermint" (did you mean rpc?)']],
    [['LCD', 'http://127.0.0.1:1317'], ['unknown command "LCD" (did you mean rest?)']],
    [
      ['lcd', 'kava'],
      ['lcd does not exist', 'kava does not exist'],
    ],
    [['https://rpc.example.com/a'], [describeAddress('https://rpc.example.com/a', '<kind>')]],
    [['http://127.0.0.1:1317'], [describeAddress('http://127.0.0.1:1317', 'rest')]],
    [['http://127.0.0.1:8545/'], [describeAddress('http://127.0.0.1:8545/', 'evm')]],
    [['http://127.0.0.1:26657'], [describeAddress('http://127.0.0.1:26657', 'rpc')]],
    [['ws://127.0.0.1:26657'], [describeAddress('ws://127.0.0.1:26657', 'ws')]],
    [['wss://rpc.example.com/websocket'], [describeAddress('wss://rpc.example.com/websocket', 'ws')]],
    [[peerExample], [describeAddress(peerExample, 'peer')]],
    [['check', 'grpc.example.com:443'], [describeAddress('grpc.example.com:443', 'grpc')]],
    [['--only', 'grcp', '-'], [`--only: unknown kind "grcp": expected ${anyKind} (did you mean grpc?)`]],
    [['grpc'], ["missing required argument 'host:port'"]],
    [['evm'], ["missing required argument 'url'"]],
    [
      ['grpc', 'a.example.com:443', '--chain-id', ''],
      ['--chain-id: expected a chain id of kind grpc, such as kava_2222-10, got ""'],
    ],
    [
      ['evm', 'https://a.example.com', '--chain-id', 'x'],
      ['--chain-id: expected a chain id of kind evm, such as 2222 or 0x8ae, got "x"'],
    ],
    [['explain', 'net/refusd'], ['unknown rule "net/refusd" (did you mean net/refused?)']],
    [['explain', 'gprc'], ['unknown rule "gprc" (did you mean grpc?)']],
    [['explain', 'exit-code'], ['unknown rule "exit-code" (did you mean exit-codes?)']],
    [['grpc', 'a.example:443', '--chain-id'], ["option '--chain-id <id>' argument missing"]],
    [['grpc', 'a.example:443', '--reporter'], ["option '--reporter <name[=file]>' argument missing"]],
    [
      ['merge', 'x', '--reporter'],
      ["option '--reporter <name[=file]>' argument missing", 'x does not exist'],
    ],
    [['check', '-', '--timeout'], ["option '--timeout <duration>' argument missing"]],
    [['check', '-', '--timeout', '--quiet'], ["option '--timeout <duration>' argument missing"]],
    [['remove', '--dead', '--history'], ["option '--history <file>' argument missing"]],
    [['explain', 'stael'], ['unknown rule "stael" (did you mean stale?)']],
    [['explain', 'reflection'], ['unknown rule "reflection" (did you mean reflection-unavailable?)']],
    [
      ['explain', 'wrong'],
      ['unknown rule "wrong" (did you mean wrong-chain, wrong-id, wrong-host or wrong-base-url?)'],
    ],
    [['explain', 'nonsense'], ['unknown rule "nonsense": "endpoint-check explain" lists all rules']],
    [['demo', '--bogus'], ['unknown option --bogus']],
    [['check', '--offline', '-'], ['unknown option --offline (did you mean --no-network?)']],
    [['check', '--write', '-'], ['unknown option --write (did you mean --fix?)']],
    [['demo', '--offline'], ['unknown option --offline']],
    [['check', '--chain-id', '3', '-'], [`unknown option --chain-id: it is an option of ${kindCommands}`]],
    [
      ['demo', '--timeout', '3s'],
      [
        'unknown option --timeout: it is an option of check, grpc, evm, rpc, rest, grpc-web, ws and 7 other commands',
      ],
    ],
    [['--colour', '--no-network', '-'], ['unknown option --colour (did you mean --color?)']],
    [
      [
        '--only',
        'foo',
        '--timeout',
        '9',
        '--retries',
        'x',
        '--reporter',
        'bar',
        'nope',
        '--bogus',
        '-q',
        '-v',
      ],
      [
        'unknown option --bogus',
        `--only: unknown kind "foo": expected ${anyKind}`,
        '--timeout: expected a duration such as 20s or 500ms, at most an hour, got "9"',
        '--retries: expected an integer from 0 to 10, got "x"',
        '--quiet and --verbose exclude each other',
        '--reporter: unknown reporter "bar": expected pretty, json, junit, sarif, rdjson, codequality, markdown, github, html, openmetrics, list or badge',
        'nope does not exist',
      ],
    ],
    [
      [
        '-',
        '--reporter',
        'json',
        '--reporter',
        'pretty',
        '--reporter',
        'json=',
        '--reporter',
        'json=no/such/file',
      ],
      [
        '--reporter: expected a file after =, got "json="',
        '--reporter: the directory of no/such/file does not exist',
        '--reporter: json and pretty would both be written to standard output: give one a file, pretty=FILE',
      ],
    ],
    [
      ['-', '--concurrency', '0', '--per-host', '1.5', '--fail-on', 'never'],
      [
        '--concurrency: expected an integer from 1 to 1000, got "0"',
        '--per-host: expected an integer from 1 to 1000, got "1.5"',
        '--fail-on: unknown level "never": expected error, warning or inconclusive',
      ],
    ],
  ])('%j', async (args, errors) => {
    const outcome = await runCli(args, { stdin: '{}' });
    const list = errors.map((error) => `  ${error}\n`).join('');
    // The help of the named command has its options.
    const named = /^(?:check|grpc|evm|remove|merge|explain|demo)$/.test(args[0] ?? '')
      ? `${args[0] ?? ''} `
      : '';
    expect(outcome).toEqual({
      stdout: '',
      stderr: `endpoint-check: usage error\n${list}See endpoint-check ${named}--help\n`,
      exitCode: 2,
    });
  });

  test('an empty directory', async () => {
    const directory = await createDirectory();
    const outcome = await runCli([directory]);
    expect(outcome.exitCode).toBe(2);
    expect(outcome.stderr).toContain(`  no registry files found in ${directory} `);
  });

  test('no path and no registry around', async () => {
    const outcome = await runCli([], { cwd: await createDirectory() });
    expect(outcome.exitCode).toBe(2);
    expect(outcome.stderr).toMatch(/^endpoint-check: usage error\n {2}.*registry/);
  });
});

describe('a file that is not a registry file is a finding, with exit status 1 and no stack trace', () => {
  test.each<[string, Buffer | string, string]>([
    ['20 MB', Buffer.alloc(20 * 1024 * 1024, ' '), 'file/too-large'],
    ['binary junk', Buffer.concat([Buffer.from([0xff]), randomBytes(1_000)]), 'file/not-utf8'],
    ['nothing', '', 'file/invalid-json'],
    ['a JSON array', '[]', 'file/schema'],
    ['20,000 open brackets', '['.repeat(20_000), 'file/too-deep'],
    ['a number beyond all bounds', '1e999999', 'file/schema'],
  ])('%s', async (_name, content, rule) => {
    const directory = await createDirectory({ 'chain/a/param.json': content });
    const { stdout, stderr, exitCode } = await runCli([], { cwd: directory });
    expect(stdout.replace(/\s+/g, ' ')).toContain(`[${rule}]`);
    expect(stdout).not.toMatch(stackTrace);
    expect(stderr).toBe('');
    expect(exitCode).toBe(1);
  });

  test('a directory with the name of the file', async () => {
    const directory = await createDirectory({ 'chain/b/param.json': formatParam({}) });
    await mkdir(join(directory, 'chain/a/param.json'), { recursive: true });
    const { stdout, exitCode } = await runCli(['--no-color'], { cwd: directory });
    expect(stdout).toContain('chain/a/param.json:1:1: error: the file cannot be read: it is a directory');
    expect(exitCode).toBe(1);
  });
});

describe('help and version', () => {
  test('--version prints the version of the package', async () => {
    const { version } = (await import('../../package.json', { with: { type: 'json' } })).default;
    expect(await runCli(['--version'])).toEqual({ stdout: `${version}\n`, stderr: '', exitCode: 0 });
  });

  test.each([
    ['--help'],
    ['check', '--help'],
    ['grpc', '--help'],
    ['evm', '--help'],
    ['merge', '--help'],
    ['explain', '--help'],
    ['completion', '--help'],
    ['serve', '--help'],
    ['smoke', '--help'],
    ['query', '--help'],
    ['help', 'check'],
    ['demo', '-h'],
    ['add', '--help'],
    ['remove', '--help'],
  ])('%s %s fits 80 columns and goes to standard output', async (...args) => {
    const { stdout, stderr, exitCode } = await runCli(args);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(stdout).toContain('Usage: endpoint-check');
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  test('--help is what its command prints, and so is -h', async () => {
    const printed = await runCli(['help']);
    for (const option of ['--help', '-h']) expect(await runCli([option])).toEqual(printed);
  });

  test('explain lists every rule, and explains each', async () => {
    const { rules } = await import('../../src/index.js');
    const { stdout } = await runCli(['explain']);
    for (const { code } of rules) expect(stdout).toContain(code);
    const family = await runCli(['explain', 'tls']);
    expect(family.stdout.split('\n').filter((line) => !line.startsWith('tls/'))).toEqual(['']);
    const single = await runCli(['explain', 'grpc/plaintext']);
    const [head, what, why, message, fix, page, ...more] = single.stdout.trim().split('\n\n');
    expect([head, what, more]).toEqual(['grpc/plaintext (notice)', expect.stringMatching(/^[^\n]+\.$/), []]);
    expect([why, message, fix]).toEqual(
      ['Why', 'Message', 'Fix'].map((label): unknown => expect.stringMatching(new RegExp(`^${label}: \\S`))),
    );
    expect(page).toMatch(
      /^https:\/\/github\.com\/[\w-]+\/endpoint-check\/blob\/main\/docs\/rules\.md#grpcplaintext$/,
    );
    // A shared text of kinds is shown once, then their names; each separate fix is shown.
    const shared = await runCli(['explain', 'not-json']);
    expect(shared.stdout.match(/^Why: /gm)?.length).toBe(4);
    for (const kind of ['evm', 'rpc', 'rest', 'ws', 'evm-ws', 'query'])
      expect(shared.stdout).toMatch(new RegExp(`^Rules?: .*\\b${kind}/not-json\\b`, 'm'));
    expect((await runCli(['explain', 'dns-not-found'])).stdout).toBe(
      (await runCli(['explain', 'net/dns-not-found'])).stdout,
    );
    const codes = await runCli(['explain', 'exit-codes']);
    for (const status of ['0', '1', '2', '3', '130'])
      expect(codes.stdout).toMatch(new RegExp(`^  ${status} +[a-z]`, 'm'));
    // Help ends with the same text.
    expect((await runCli(['--help'])).stdout.endsWith(`\n\n${codes.stdout}`)).toBe(true);
  });
});

describe('a report never replaces what the command reads', () => {
  test.each([
    [['check', 'chain/kava', '--no-network', '--fix'], 'chain/kava/param.json'],
    [['check', '--no-network', '--exclude', 'exclude.json'], 'exclude.json'],
    [['check', 'all.jsonl', '--no-network', '--baseline', 'before.jsonl'], 'all.jsonl'],
    [['check', 'all.jsonl', '--no-network', '--baseline', 'before.jsonl'], 'before.jsonl'],
    [['merge', 'part.json'], 'part.json'],
    [['history', 'history.jsonl'], 'history.jsonl'],
    [['history', 'history.jsonl', '--dead'], 'chain/kava/param.json'],
    [['add', 'kava', 'grpc', 'localhost:1', '--provider', 'A'], 'chain/kava/param.json'],
    [['smoke', 'kava', '--base-url', 'https://a.example', '--token-file', 'token'], 'token'],
  ])('%j', async (args, file) => {
    const entry = '{"kind":"grpc","url":"grpc.example.com:443"}\n';
    const files = {
      'chain/kava/param.json': formatParam({ grpc: ['https://grpc.example.com:443'] }),
      'exclude.json': '[{"host":"a.example","reason":"b"}]',
      'all.jsonl': entry,
      'before.jsonl': entry,
      'history.jsonl': '',
      token: 'secret\n',
    };
    const cwd = await createDirectory(files);
    await runCli(['chain/kava', '--no-network', '--reporter', 'json=part.json'], { cwd });
    const before = await readBytes(cwd);
    const { stderr, exitCode } = await runCli([...args, '--reporter', `json=${file}`], { cwd });
    expect(stderr).toContain(`${file} is both an input and a report: write the report to another file`);
    expect([exitCode, await readBytes(cwd)]).toEqual([2, before]);
  });
});
