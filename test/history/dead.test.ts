import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';
import { renderHistory } from '../../src/history/history-file.js';
import { findControls, findRunnerCommands } from '../support/action.js';
import { runCli } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { lastNight, liveTogether, many } from '../support/histories.js';

const key = '0123456789abcdef0123456789abcdef';
const hostile = 'A | `b` <b>@x</b> \u202e';
const registry = {
  'juno/chain.json':
    '{ "chain_name": "juno", "apis": { "rpc": [{ "address": "https://rpc.juno.example" }] } }',
  'kava/chain.json': JSON.stringify(
    {
      chain_name: 'kava',
      apis: {
        rpc: [
          { address: 'https://rpc.example', provider: 'Example' },
          { address: `https://rpc.other.example/v1/${key}`, provider: hostile },
        ],
        grpc: [{ address: 'grpc.example:443', provider: 'Example' }],
        rest: [
          { address: 'https://rest.example', provider: 'Example' },
          { address: 'https://rest2.example', provider: 'Example' },
        ],
      },
    },
    null,
    2,
  ),
};
const lines = liveTogether({
  'rpc rpc.example': many('P', 22) + many('F', 18),
  [`rpc rpc.other.example/v1/${key}`]: many('D', 30),
  'grpc grpc.example': many('P', 10) + many('X', 15),
  'rest rest.example': many('P', 100),
  'rest rest2.example': `${many('P', 98)}FP`,
  'rpc rpc.juno.example': many('D', 20),
});
const now = ['--now', lastNight];

/** Runs `history` in a directory with this history, and the registry if it is there. */
async function history(args: readonly string[], files: Readonly<Record<string, string>> = registry) {
  const cwd = await createDirectory({ ...files, 'history.jsonl': renderHistory(lines) });
  return { cwd, ...(await runCli(['history', ...args], { cwd })) };
}

const silent = many('C', 20);
const silentLines = liveTogether({
  'rest rest.example': silent,
  'rest rest2.example': silent,
  'rpc rpc.juno.example': many('P', 20),
});
const files = {
  ...registry,
  'other.jsonl': renderHistory(
    liveTogether({ 'rpc rpc.example': many('D', 20), 'rpc rpc.juno.example': many('X', 20) }),
  ),
  'silent.jsonl': renderHistory(silentLines),
  'exclude.json': JSON.stringify([{ provider: 'example', reason: 'moves house' }]),
};

/** Written by `npx vitest run --project fast test/history/dead.test.ts -u`: read the diff before you commit it. */
describe.each([
  ['the endpoints that are not up, the worst first', 'overview', 'history.jsonl'],
  ['all with --verbose, with 90 days', 'verbose', '--history history.jsonl --verbose'],
  ['what is dead, with file and line', 'dead', 'history.jsonl --dead'],
  ['what is dead at both of two places', 'places', '--dead --history history.jsonl other.jsonl'],
  ['what may block this machine apart', 'blockers', 'silent.jsonl --dead'],
  [
    'with other limits, without excluded entries',
    'excluded',
    'history.jsonl --dead --exclude exclude.json --min-runs 18 --min-days 17',
  ],
])('history shows %s', (_, name, args) => {
  test.each(['pretty', 'markdown', 'json'])('as %s', async (reporter) => {
    const options = [...args.split(' '), '--reporter', reporter, ...now];
    const { stdout, stderr, exitCode } = await history(options, files);
    expect(exitCode).toBe(0);
    const text = stdout.replace(/"version": "[^"]*"/, '"version": ""');
    await expect(text + stderr).toMatchFileSnapshot(`golden/${name}.${reporter}.txt`);
  });
});

describe('history reports a file', () => {
  test('at the current time: after a month without runs nothing has an uptime', async () => {
    const later = new Date(Date.parse(lastNight) + 31 * 86_400_000).toISOString();
    const { stdout } = await history(['history.jsonl', '--now', later]);
    expect(stdout).toContain('0 flaky, 3 dead');
    expect(stdout).toMatch(/^ {5}- {2}·{30} {2}grpc /m);
  });

  test('in a file', async () => {
    const { cwd, stdout } = await history(['history.jsonl', '--reporter', 'markdown=overview.md', ...now]);
    expect(stdout).toBe('');
    expect(await readFile(join(cwd, 'overview.md'), 'utf8')).toContain('## History');
  });

  test('that is empty', async () => {
    const cwd = await createDirectory({ 'history.jsonl': '' });
    const outcome = await runCli(['history', 'history.jsonl'], { cwd });
    expect(outcome).toEqual({ stdout: 'the history has no endpoints yet\n', stderr: '', exitCode: 0 });
    const dead = await runCli(['history', 'history.jsonl', '--dead'], { cwd });
    expect(dead.stdout).toBe('nothing is dead or withdrawn\n');
  });

  test('if something is withdrawn and nothing is dead', async () => {
    const lives = Object.fromEntries(['a', 'b', 'c'].map((name) => [`rpc ${name}.example`, many('P', 20)]));
    const rpc = ['a', 'b', 'c'].map((name) => ({ address: `https://${name}.example`, provider: 'A' }));
    const cwd = await createDirectory({
      'kava/chain.json': JSON.stringify({ chain_name: 'kava', apis: { rpc } }),
      'history.jsonl': renderHistory(liveTogether({ ...lives, 'rpc a.example': many('X', 20) })),
    });
    const { stdout } = await runCli(['history', 'history.jsonl', '--dead', ...now], { cwd });
    expect(stdout).toMatch(/^nothing is dead\n\n1 withdrawn: /);
  });
});

describe('history --dead is the evidence', () => {
  test('in which untrusted text stays text', async () => {
    const { stdout } = await history(['history.jsonl', '--dead', '--reporter', 'markdown', ...now]);
    const html = new MarkdownIt('default', { html: true, linkify: true }).render(stdout);
    expect(html).toContain('A | `b` &lt;b&gt;@\u200bx&lt;/b&gt; \\u202e');
    expect(html).not.toMatch(/href|<b>/);
  });

  test('from below the registry, and of a file that cannot be read', async () => {
    const { cwd } = await history(['history.jsonl'], { ...registry, 'osmosis/chain.json': '{' });
    const { stdout, stderr } = await runCli(['history', '../history.jsonl', '--dead', ...now], {
      cwd: join(cwd, 'kava'),
    });
    expect(stdout).toContain('  ../juno/chain.json:1 rpc https://rpc.juno.example\n');
    expect(stderr).toBe('endpoint-check: ../osmosis/chain.json cannot be read: what it lists is left out\n');
  });

  test('a chain with a part that is code, and may list others, is not dead', async () => {
    const write = (more: string) =>
      `export default {1: {rpcs: ["https://one.example"]}, 2: {rpcs: ["https://two.example"]}${more}};\n`;
    const gone = liveTogether({ 'evm one.example': many('D', 20), 'evm two.example': many('D', 20) });
    const findDeadChains = async (text: string) => {
      const cwd = await createDirectory({ 'constants/extraRpcs.js': text, 'h.jsonl': renderHistory(gone) });
      const { stdout } = await runCli(['history', 'h.jsonl', '--dead', '--reporter', 'json', ...now], {
        cwd,
      });
      const { deadChains } = JSON.parse(stdout) as { deadChains: { chain: string }[] };
      return deadChains.map(({ chain }) => chain);
    };
    expect(await findDeadChains(write(''))).toEqual(['1', '2']);
    expect(await findDeadChains(write(', ...more'))).toEqual([]);
  });

  test('without a registry, from the history alone', async () => {
    const { stdout, stderr, exitCode } = await history(['history.jsonl', '--dead'], {});
    expect(stdout.split('\n').filter((line) => /^ {2}\S/.test(line))).toEqual([
      '  rpc rpc.example',
      '  rpc rpc.juno.example',
      '  rpc rpc.other.example/v1/********************************',
    ]);
    expect(stderr).toContain('no registry around this directory: this is from the history alone');
    expect(exitCode).toBe(0);
  });
});

test('no text of a history acts on a terminal or a runner', async () => {
  const text = '::error::x ##[command]rm \u001b[2J\u202e<script>';
  const forged = lines.map((line, index) => ({
    ...line,
    kind: `${text}${index}`,
    address: `${text}.example`,
  }));
  const cwd = await createDirectory({ 'history.jsonl': renderHistory(forged) });
  for (const reporter of ['pretty', 'markdown', 'json']) {
    for (const more of [[], ['--dead']]) {
      const args = ['history', 'history.jsonl', '--reporter', reporter, ...more];
      const { stdout, exitCode } = await runCli(args, { cwd });
      expect([exitCode, findRunnerCommands(stdout), findControls(stdout)]).toEqual([0, [], []]);
      if (reporter === 'markdown') expect(stdout).not.toContain('<script>|');
    }
  }
});
