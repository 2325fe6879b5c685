import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chooseProposals } from '../../src/action/propose/choose-proposals.js';
import { describeBody, describeTitle } from '../../src/action/propose/describe-proposal.js';
import { checks } from '../../src/checks/index.js';
import { dayMs } from '../../src/history/days.js';
import { findHalted } from '../../src/history/find-halted.js';
import { defaultDeadLimits } from '../../src/history/judge-line.js';
import { parseHistory, renderHistory } from '../../src/history/history-file.js';
import { updateHistory } from '../../src/history/update-history.js';
import type { HistoryLine } from '../../src/model/history.js';
import { loadRegistry } from '../../src/registry/load.js';
import { startRpcNode } from '../../src/sandbox/rpc-node.js';
import { runCli } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { useInFile } from '../support/servers.js';

const use = useInFile();
const start = Date.parse('2026-01-01T02:00:00Z');

/** What a night shows of an endpoint: an old head, null for a new one, or `down`, or `catching up`, or nothing of its head. */
type Night = number | null | 'down' | 'catching up' | 'no head';

/** The history of endpoints, by kind and address. */
function live(endpoints: Readonly<Record<string, readonly Night[]>>): readonly HistoryLine[] {
  let lines: readonly HistoryLine[] = [];
  const nights = Math.max(...Object.values(endpoints).map(({ length }) => length));
  for (let night = 0; night < nights; night++) {
    const results = Object.entries(endpoints).map(([name, seen]) => {
      const [kind = '', address = ''] = name.split(' ');
      const at = seen[night] ?? null;
      const known = { kind, address, chains: ['kava'], lost: false };
      return at === 'down'
        ? { ...known, result: 'fail' as const, rules: ['http/status'], structural: false, latencyMs: null }
        : {
            ...{ ...known, result: 'pass' as const, rules: [], structural: false, latencyMs: 40 },
            ...(at === 'catching up' || at === 'no head' ? {} : { stoppedAt: at }),
          };
    });
    lines = updateHistory(lines, {
      startedAt: new Date(start + night * dayMs).toISOString(),
      uncounted: null,
      results,
    }).lines;
  }
  return lines;
}

const many = (night: Night, count: number): readonly Night[] => Array.from({ length: count }, () => night);

const peerId = 'ab'.repeat(20);
const chain = {
  chain_name: 'kava',
  status: 'live',
  apis: {
    rpc: [
      { address: 'https://rpc.a.example', provider: 'A' },
      { address: 'https://rpc.b.example', provider: 'B' },
      { address: 'https://rpc.c.example', provider: 'B' },
    ],
    'evm-http-jsonrpc': [{ address: 'https://evm.a.example', provider: 'A' }],
  },
  peers: { seeds: [{ id: peerId, address: 'seed.a.example:26656', provider: 'A' }] },
};
const registry = { 'kava/chain.json': `${JSON.stringify(chain, null, 2)}\n` };

async function load(directory: string) {
  return loadRegistry([directory], {
    ...{ cwd: directory, format: null, kinds: checks },
    readStdin: () => Promise.resolve(Buffer.alloc(0)),
  });
}

const stopped = many(700, 15);
const [a, b, c, evm, peer] = [
  'rpc rpc.a.example',
  'rpc rpc.b.example',
  'rpc rpc.c.example',
  'evm evm.a.example',
  `peer ${peerId}@seed.a.example:26656`,
] as const;

describe('a chain has halted', () => {
  test.each<[string, Readonly<Record<string, readonly Night[]>>, boolean]>([
    ['two providers stand at one head', { [a]: stopped, [b]: stopped }, true],
    ['their heads differ by a few blocks', { [a]: stopped, [b]: many(690, 15) }, true],
    ['their heads differ by more', { [a]: stopped, [b]: many(689, 15) }, false],
    ['there is one provider', { [b]: stopped, [c]: stopped }, false],
    ['another endpoint makes blocks', { [a]: stopped, [b]: stopped, [c]: many(null, 15) }, false],
    ['another endpoint is down', { [a]: stopped, [b]: stopped, [c]: many('down', 15) }, true],
    ['its EVM stands at a head of its own', { [a]: stopped, [b]: stopped, [evm]: many(9_000, 15) }, true],
    ['its EVM makes blocks', { [a]: stopped, [b]: stopped, [evm]: many(null, 15) }, false],
    ['another endpoint is catching up', { [a]: stopped, [b]: stopped, [c]: many('catching up', 15) }, true],
    ['another one was down once', { [a]: stopped, [b]: stopped, [c]: ['down', ...many(700, 14)] }, true],
    ['a peer is up', { [a]: stopped, [b]: stopped, [peer]: many('no head', 15) }, true],
    [
      'another endpoint stands elsewhere for a night',
      { [a]: stopped, [b]: stopped, [c]: [...many(700, 14), 711] },
      false,
    ],
    ['there were fewer runs', { [a]: many(700, 13), [b]: many(700, 13) }, false],
    [
      'a run did not prove anything',
      { [a]: [...many(700, 7), 'catching up', ...many(700, 7)], [b]: stopped },
      true,
    ],
    ['it went on in between', { [a]: [...many(700, 7), 900, ...many(900, 7)], [b]: stopped }, false],
  ])('%s', async (_, endpoints, isHalted) => {
    const { halted } = findHalted(
      await load(await createDirectory(registry)),
      live(endpoints),
      defaultDeadLimits,
    );
    expect(halted.map(({ chain: name }) => name)).toEqual(isHalted ? ['kava'] : []);
  });

  test('unless its runs were all in a few days', async () => {
    const lines = live({ [a]: stopped, [b]: stopped });
    const limits = { minRuns: 14, minDays: 15 };
    expect(findHalted(await load(await createDirectory(registry)), lines, limits).halted).toEqual([]);
  });
});

test('a chain that makes blocks again is told for a week', async () => {
  const files = await load(await createDirectory(registry));
  const told = [1, 8, 9].map((nights) => {
    const nightsOf = [...stopped, ...many(null, nights)];
    const { halted, resumed } = findHalted(files, live({ [a]: nightsOf, [b]: nightsOf }), defaultDeadLimits);
    return [halted.length, resumed.length];
  });
  expect(told).toEqual([
    [0, 1],
    [0, 1],
    [0, 0],
  ]);
});

test('history --halted shows the evidence, in each form, and a history keeps it', async () => {
  const lines = live({ [a]: stopped, [b]: stopped });
  const history = renderHistory(lines);
  expect(parseHistory(history)).toEqual({ lines });
  const cwd = await createDirectory({ ...registry, 'history.jsonl': history });
  const run = async (...args: readonly string[]) => {
    const { stdout, stderr, exitCode } = await runCli(['history', 'history.jsonl', ...args], { cwd });
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    return stdout;
  };
  expect(await run('--halted')).toBe(`1 chain has halted: no newer block for 7 days and 14 runs
  kava: 2 endpoints of 2 providers in sync, at block 700 in 15 runs since 2026-01-01
    kava/chain.json:6 rpc https://rpc.a.example (A)
    kava/chain.json:10 rpc https://rpc.b.example (B)
`);
  expect(await run('--halted', '--reporter', 'markdown')).toContain(
    '| `kava/chain.json:6` | rpc | `https://rpc.a.example` | A | 700 | 2026-01-01 | 15 |',
  );
  expect(JSON.parse(await run('--halted', '--reporter', 'json'))).toMatchObject({
    halted: [{ chain: 'kava', files: ['kava/chain.json'], height: 700, runs: 15, providers: 2 }],
    resumed: [],
  });
});

test('a pull request marks it as ended, with the evidence', async () => {
  const directory = await createDirectory(registry);
  const files = await load(directory);
  const { halted, limits } = findHalted(files, live({ [a]: stopped, [b]: stopped }), defaultDeadLimits);
  const chosen = chooseProposals(files, { entries: [], ended: [], halted }, 'provider');
  const [proposal] = typeof chosen === 'string' ? [] : chosen.proposals;
  if (proposal === undefined) throw new Error('there is no proposal');
  expect(describeTitle(proposal)).toBe('Mark the chain kava as ended');
  const [change] = proposal.plan.files;
  expect(change?.afterText).toBe(change?.beforeText.replace('"live"', '"killed"'));
  const context = {
    candidates: { limits, evidence: { lastRuns: ['2026-01-15T02:00:00.000Z'] } },
    cooldownMs: 0,
  };
  const body = describeBody(proposal, {
    ...context,
    exclude: null,
    runUrl: null,
    pathPrefix: '',
    histories: 1,
  });
  expect(body).toContain('2 endpoints of 2 providers in sync, at block 700 in 15 runs since 2026-01-01');
  expect(body).toContain('`https://rpc.b.example`');
});

test('a run records a head that is old, none that is new, and null for that of another chain', async () => {
  const old = await use(startRpcNode({ height: 700, blockTime: new Date(Date.now() - 2 * 3_600_000) }));
  const [live, other] = [await use(startRpcNode()), await use(startRpcNode())];
  const list = (name: string, { port }: { readonly port: number }, claim = {}) =>
    JSON.stringify({
      ...{ chain_name: name, ...claim },
      apis: { rpc: [{ address: `http://127.0.0.1:${port}`, provider: 'A' }] },
    });
  const cwd = await createDirectory({
    'akash/chain.json': list('akash', old),
    'kava/chain.json': list('kava', live),
    'osmosis/chain.json': list('osmosis', other, { chain_id: 'osmosis-1' }),
  });
  await runCli(['check', '--history', 'history.jsonl', '--allow-private'], { cwd });
  const parsed = parseHistory(await readFile(join(cwd, 'history.jsonl'), 'utf8'));
  const heads =
    'lines' in parsed
      ? parsed.lines.map(({ chains, head }) => [...chains, head === null ? null : head?.height])
      : [];
  expect(heads.sort()).toEqual([
    ['akash', 700],
    ['kava', undefined],
    ['osmosis', null],
  ]);
});
