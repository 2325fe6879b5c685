import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';
import { renderHistory } from '../../src/history/parse-history.js';
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

describe('history reports a file', () => {
  test('the endpoints that are not up, the worst first', async () => {
    const { stdout, stderr, exitCode } = await history(['history.jsonl', ...now]);
    expect(stdout.split('\n')).toEqual([
      '6 endpoints, first run 2026-08-15, last run 2026-11-22: 2 up, 4 down, 0 inconclusive; 1 flaky, 3 dead',
      '"Up" only means that something of the right kind answered. An endpoint can be up and still fail, for example because it serves another chain',
      '',
      'uptime of 30 days; days: █ up, ▄ partly up, ▁ down, ? inconclusive, · no run; today is last',
      '',
      `   0 %  ··········${'▁'.repeat(20)}  rpc  rpc.juno.example                                    dead, down for 20 runs since 2026-11-03: net/dns-not-found, never up`,
      `   0 %  ${'▁'.repeat(30)}  rpc  rpc.other.example/v1/********************************  dead, down for 30 runs since 2026-10-24: net/dns-not-found, never up`,
      `40.0 %  ·····${'█'.repeat(10)}${'▁'.repeat(15)}  grpc grpc.example                                        down for 15 runs since 2026-11-08: http/forbidden, last up 2026-11-07`,
      `40.0 %  ${'█'.repeat(12)}${'▁'.repeat(18)}  rpc  rpc.example                                         dead, down for 18 runs since 2026-11-05: net/refused, last up 2026-11-04`,
      `96.6 %  ${'█'.repeat(28)}▁█  rest rest2.example                                       flaky, up for 1 run since 2026-11-22`,
      '',
    ]);
    expect([stderr, exitCode]).toEqual(['', 0]);
  });

  test('all with --verbose, with 90 days', async () => {
    const { stdout } = await history(['--history', 'history.jsonl', '--verbose', ...now]);
    expect(stdout).toContain(`  100 %  ${'█'.repeat(90)}  rest rest.example `.slice(1));
    expect(stdout.split('\n')).toHaveLength(5 + 6 + 1);
  });

  test('at the current time: after a month without runs nothing has an uptime', async () => {
    const later = new Date(Date.parse(lastNight) + 31 * 86_400_000).toISOString();
    const { stdout } = await history(['history.jsonl', '--now', later]);
    expect(stdout).toContain('0 flaky, 3 dead');
    expect(stdout).toMatch(/^ {5}- {2}·{30} {2}grpc /m);
  });

  test('as JSON, and as Markdown in a file', async () => {
    const { cwd, stdout } = await history([
      'history.jsonl',
      '--reporter',
      'json',
      '--reporter',
      'markdown=overview.md',
      ...now,
    ]);
    const { endpoints, ...rest } = JSON.parse(stdout) as { endpoints: readonly object[] };
    expect(rest).toEqual({
      version: 1,
      tool: { name: 'endpoint-check', version: expect.any(String) as string },
      now: lastNight,
      firstSeen: lines.find(({ address }) => address === 'rest.example')?.firstSeen,
      lastRun: lastNight,
      limits: { minRuns: 14, minDays: 7 },
      summary: { endpoints: 6, up: 2, down: 4, inconclusive: 0, flaky: 1, dead: 3 },
    });
    const [first] = lines.filter(({ address }) => address === 'rpc.juno.example');
    expect(endpoints[0]).toEqual({ ...first, uptime30d: 0, flaky: false, dead: true });
    const html = new MarkdownIt('default').render(await readFile(join(cwd, 'overview.md'), 'utf8'));
    expect(html.match(/<tr>/g)).toHaveLength(1 + 5);
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
  test('for people, with file and line', async () => {
    const { stdout, stderr, exitCode } = await history(['history.jsonl', '--dead', ...now]);
    expect(stdout).toBe(
      [
        '3 dead: nothing was at the address in at least 14 runs in a row, over at least 7 days',
        '  juno/chain.json:1 rpc https://rpc.juno.example',
        '    gone, 20 runs over 19 days since 2026-11-03: net/dns-not-found; never up',
        '    2 others were up in the same run',
        '  kava/chain.json:5 rpc https://rpc.example (Example)',
        '    gone, 18 runs over 17 days since 2026-11-05: net/refused; last up 2026-11-04',
        '    2 others were up in the same run',
        '  kava/chain.json:9 rpc https://rpc.other.example/v1/******************************** (A | `b` <b>@x</b> \\u202e)',
        '    gone, 30 runs over 29 days since 2026-10-24: net/dns-not-found; never up',
        '    2 others were up in the same run',
        '',
        '1 chain whose entries are all dead: remove --dead --mark-killed marks them',
        '  juno: 1 endpoint in juno/chain.json',
        '',
        '1 withdrawn: down in as many runs, refused by now, while other hosts of the same provider are up; remove --dead leaves them',
        '  kava/chain.json:15 grpc grpc.example:443 (Example)',
        '    15 runs over 14 days since 2026-11-08: http/forbidden; last up 2026-11-07',
        '    2 others were up in the same run',
        '    up: kava/chain.json:21 rest https://rest.example (Example)',
        '    up: kava/chain.json:25 rest https://rest2.example (Example)',
        '',
      ].join('\n'),
    );
    expect([stderr, exitCode]).toEqual(['', 0]);
  });

  test('as Markdown, a table for each provider, in which untrusted text stays text', async () => {
    const { stdout } = await history(['history.jsonl', '--dead', '--reporter', 'markdown', ...now]);
    const html = new MarkdownIt('default', { html: true, linkify: true }).render(stdout);
    const shown = html
      .replaceAll('\n', '')
      .replaceAll(/<(h\d|tr|p|li)>/g, '\n')
      .replaceAll(/<\/t[dh]>/g, ' ; ')
      .replaceAll(/<[^>]+>/g, '')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    const head =
      'place ; chain ; kind ; endpoint ; provider ; last up ; since ; runs ; days ; reason ; others up ;';
    const untrusted = 'A | `b` &lt;b&gt;@\u200bx&lt;/b&gt; \\u202e';
    expect(shown).toEqual([
      'Dead endpoints: 3',
      'Of each, nothing was at the address in at least 14 runs in a row, over at least 7 days.',
      'Without a provider: juno (1)',
      head,
      'juno/chain.json:1 ; juno ; rpc ; https://rpc.juno.example ;  ; never since 2026-11-03 ; 2026-11-03 ; 20 ; 19 ; gone: net/dns-not-found ; 2 ;',
      'Example (1)',
      head,
      'kava/chain.json:5 ; kava ; rpc ; https://rpc.example ; Example ; 2026-11-04 ; 2026-11-05 ; 18 ; 17 ; gone: net/refused ; 2 ;',
      `${untrusted} (1)`,
      head,
      `kava/chain.json:9 ; kava ; rpc ; https://rpc.other.example/v1/******************************** ; ${untrusted} ; never since 2026-10-24 ; 2026-10-24 ; 30 ; 29 ; gone: net/dns-not-found ; 2 ;`,
      'Chains whose entries are all dead (1)',
      'juno: 1 endpoint in juno/chain.json',
      'Withdrawn (1)',
      'These are down in as many runs, refused by now, while other hosts of the same provider are up; remove --dead leaves them.',
      `${head} of the provider, these are up ;`,
      'kava/chain.json:15 ; kava ; grpc ; grpc.example:443 ; Example ; 2026-11-07 ; 2026-11-08 ; 15 ; 14 ; http/forbidden ; 2 ; rest https://rest.example, rest https://rest2.example ;',
    ]);
    expect(html).not.toContain('href');
  });

  test('as JSON, with every field', async () => {
    const { stdout } = await history(['history.jsonl', '--dead', '--reporter', 'json', ...now]);
    const report = JSON.parse(stdout) as Record<string, readonly Record<string, unknown>[]>;
    expect(Object.keys(report)).toEqual([
      'version',
      'tool',
      'limits',
      'dead',
      'blockers',
      'withdrawn',
      'deadChains',
      'excluded',
    ]);
    expect(report['dead']?.[1]).toEqual({
      file: 'kava/chain.json',
      chain: 'kava',
      kind: 'rpc',
      pointer: '/apis/rpc/0',
      line: 5,
      column: 7,
      provider: 'Example',
      url: 'https://rpc.example',
      history: lines.filter(({ address }) => address === 'rpc.example'),
      othersUp: 2,
      sign: 'gone',
    });
    expect(report['deadChains']).toEqual([{ chain: 'juno', files: ['juno/chain.json'], endpoints: 1 }]);
    expect(report['withdrawn']).toMatchObject([
      {
        url: 'grpc.example:443',
        controls: [{ url: 'https://rest.example' }, { url: 'https://rest2.example' }],
      },
    ]);
  });

  test('from two vantage points, what is dead at both, with the evidence of each', async () => {
    const { cwd } = await history(['history.jsonl']);
    const second = liveTogether({ 'rpc rpc.example': many('D', 20), 'rpc rpc.juno.example': many('X', 20) });
    await writeFile(join(cwd, 'other.jsonl'), renderHistory(second));
    const args = ['history', '--dead', '--history', 'history.jsonl', 'other.jsonl'];
    const { stdout } = await runCli(args, { cwd });
    expect(stdout).toBe(
      [
        '1 dead: nothing was at the address in at least 14 runs in a row, over at least 7 days, seen from 2 places',
        '  kava/chain.json:5 rpc https://rpc.example (Example)',
        '    gone, 20 runs over 19 days since 2026-11-03: net/dns-not-found; never up',
        '    gone, 18 runs over 17 days since 2026-11-05: net/refused; last up 2026-11-04',
        '    at least 0 others were up in the same runs',
        '',
      ].join('\n'),
    );
    const { stdout: markdown } = await runCli([...args, '--reporter', 'markdown'], { cwd });
    expect(markdown).toContain(
      '| never since 2026-11-03 / 2026-11-04 | 2026-11-03 / 2026-11-05 | 20 / 18 | 19 / 17 |',
    );
  });

  test('what may block this machine is listed apart', async () => {
    const silent = many('C', 20);
    const lived = liveTogether({
      'rest rest.example': silent,
      'rest rest2.example': silent,
      'rpc rpc.juno.example': many('P', 20),
    });
    const files = { ...registry, 'silent.jsonl': renderHistory(lived) };
    const { stdout } = await history(['silent.jsonl', '--dead'], files);
    expect(stdout.split('\n').slice(0, 6)).toEqual([
      'nothing is dead or withdrawn',
      '',
      '2 may block this machine: all hosts of their provider fell silent with the same run; remove --dead leaves them',
      '  kava/chain.json:21 rest https://rest.example (Example)',
      '    silent, 20 runs over 19 days since 2026-11-03: net/connect-timeout; never up',
      '    1 other was up in the same run',
    ]);
    const { stdout: markdown } = await history(['silent.jsonl', '--dead', '--reporter', 'markdown'], files);
    expect(markdown).toContain('### May block this machine (2)');
  });

  test('with other limits, without excluded entries', async () => {
    const exclusions = [{ provider: 'example', reason: 'moves house' }];
    const { stdout } = await history(
      ['history.jsonl', '--dead', '--exclude', 'exclude.json', '--min-runs', '18', '--min-days', '17'],
      { ...registry, 'exclude.json': JSON.stringify(exclusions) },
    );
    expect(stdout).toContain(
      '2 dead: nothing was at the address in at least 18 runs in a row, over at least 17 days',
    );
    expect(stdout).toContain(
      [
        '1 excluded by choice',
        '  kava/chain.json:5 rpc https://rpc.example (Example)',
        '    18 runs over 17 days since 2026-11-05: net/refused; last up 2026-11-04',
        '    2 others were up in the same run',
        '    excluded: moves house',
      ].join('\n'),
    );
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
