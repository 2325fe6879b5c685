import { describe, expect, it } from 'vitest';
import { createDirectory } from '../../test/support/directory.js';
import { lastNight, liveTogether, many } from '../../test/support/histories.js';
import { checks } from '../checks/index.js';
import { type DeadEntry, type DeadReport, findDead, findDeadLines } from './find-dead.js';
import { defaultDeadLimits } from './judge-line.js';
import type { HistoryLine } from '../model/history.js';
import { parseExclusions } from '../registry/exclude.js';
import { loadRegistry, type Registry } from '../registry/load.js';

const readStdin = () => Promise.resolve(Buffer.alloc(0));
const alive = many('P', 20);
const dead = `PP${many('F', 18)}`;
const forbidden = `PP${many('X', 18)}`;

/** The registry of some files; an entry is written as `address` or `address provider`. */
async function load(files: Readonly<Record<string, object>>): Promise<Registry> {
  const texts = Object.entries(files).map(([path, content]) => [path, JSON.stringify(content, null, 2)]);
  const cwd = await createDirectory(Object.fromEntries(texts) as Record<string, string>);
  return loadRegistry([], { cwd, kinds: checks, readStdin });
}

function chain(
  lists: Readonly<Record<string, readonly string[]>>,
  fields: Readonly<Record<string, unknown>> = {},
): object {
  const apis = Object.entries(lists).map(([kind, entries]) => [
    kind,
    entries.map((entry) => {
      const [address, provider] = entry.split(' ');
      return provider === undefined ? { address } : { address, provider };
    }),
  ]);
  return { chain_name: 'kava', ...fields, apis: Object.fromEntries(apis) as unknown };
}

const loadKava = (...described: Parameters<typeof chain>) => load({ 'kava/chain.json': chain(...described) });

/** The exclusions of a file. */
function exclude(...items: readonly object[]) {
  const kinds = checks.map(({ kind }) => kind);
  const { exclusions, errors } = parseExclusions(JSON.stringify(items), kinds);
  expect(errors).toEqual([]);
  return exclusions;
}

const options = { limits: defaultDeadLimits, now: new Date(lastNight) };

function judge(registry: Registry, ...histories: readonly (readonly HistoryLine[])[]): DeadReport {
  return findDead(registry, histories, options);
}

/** Where entries are and what they are, to compare. */
function name({ entry: { place, kind, url } }: Pick<DeadEntry, 'entry'>): string {
  return `${place.file ?? '-'}:${place.range?.line ?? 0} ${kind} ${url ?? ''}`;
}

describe('a dead entry is reported where it is listed now', () => {
  it('with its place, its history, and how many others passed that night', async () => {
    const registry = await loadKava({
      rpc: ['https://a.example A', 'https://b.example B'],
      grpc: ['c.example:443'],
    });
    const lines = liveTogether({ 'rpc a.example': dead, 'rpc b.example': alive, 'grpc c.example': alive });
    const report = judge(registry, lines);
    expect(report.dead.map(name)).toEqual(['kava/chain.json:5 rpc https://a.example']);
    expect(report.dead[0]).toMatchObject({
      entry: { provider: 'A', chain: 'kava' },
      lines: [{ kind: 'rpc', address: 'a.example', structural: { runs: 18 } }],
      othersUp: 2,
    });
    expect(report).toMatchObject({ limits: defaultDeadLimits, withdrawn: [], deadChains: [], excluded: [] });
  });

  it.each([
    ['dies: its name is gone', `PPP${many('D', 14)}`, true],
    ['has been dead for 13 nights', `PPP${many('D', 13)}`, false],
    ['flaps', 'PF'.repeat(10), false],
    ['fails otherwise', many('R', 20), false],
    ['is silent', many('C', 20), true],
    ['serves a chain that has halted', `PP${many('S', 18)}`, false],
    ['is limited', many('I', 20), false],
    ['is dead, with nights that proved nothing', many('F', 10) + many('I', 5) + many('F', 5), true],
  ])('if it %s', async (_, life, expected) => {
    const registry = await loadKava({ rpc: ['https://a.example A'] });
    const report = judge(
      registry,
      liveTogether({ 'rpc a.example': life, 'rpc b.example': many('P', life.length) }),
    );
    expect(report.dead.length).toBe(expected ? 1 : 0);
  });

  it('not if it passes but for a week of an unreliable vantage point', async () => {
    const registry = await loadKava({ rpc: ['https://a.example A'] });
    const otherLives = Array.from({ length: 30 }, (_, index) => [
      `rpc ${index}.example`,
      `PPP${many('F', 7)}PPP`,
    ]);
    const lives = Object.fromEntries(otherLives) as Record<string, string>;
    const lines = liveTogether({ ...lives, 'rpc a.example': `PPP${many('F', 7)}PPP` });
    const limits = { minRuns: 3, minDays: 2 };
    expect(findDead(registry, [lines], { ...options, limits }).dead).toEqual([]);
    // Few other endpoints passed: with more, these nights would have counted.
    const alone = liveTogether({ 'rpc a.example': `PPP${many('F', 7)}` });
    expect(findDead(registry, [alone], { ...options, limits }).dead).toHaveLength(1);
  });

  it('by any provider, in any file, with or without a scheme', async () => {
    const lines = liveTogether({ 'rpc a.example:26657': dead, 'grpc a.example': dead });
    const before = await loadKava({ rpc: ['http://a.example:26657 A'] });
    const after = await load({
      'juno/chain.json': chain({ rpc: ['https://A.example:26657/ B'], grpc: ['https://a.example C'] }),
    });
    expect(judge(before, lines).dead.map(name)).toEqual(['kava/chain.json:5 rpc http://a.example:26657']);
    expect(judge(after, lines).dead.map(name)).toEqual([
      'juno/chain.json:5 rpc https://A.example:26657/',
      'juno/chain.json:11 grpc https://a.example',
    ]);
  });

  it('at every place, but only as the dead kind', async () => {
    const registry = await load({
      'juno/chain.json': chain({ rpc: ['https://a.example A'] }),
      'kava/chain.json': chain({ rpc: ['https://a.example A'], rest: ['https://a.example A'] }),
    });
    const lines = liveTogether({ 'rpc a.example': dead, 'rest a.example': alive });
    expect(judge(registry, lines).dead.map(name)).toEqual([
      'juno/chain.json:5 rpc https://a.example',
      'kava/chain.json:5 rpc https://a.example',
    ]);
  });

  it.each(['killed', 'upcoming'])('not on a chain that is %s', async (status) => {
    const registry = await loadKava({ rpc: ['https://a.example A'] }, { status });
    expect(judge(registry, liveTogether({ 'rpc a.example': dead }))).toMatchObject({
      dead: [],
      deadChains: [],
    });
  });

  it('and counts the endpoints that passed within a day before its last run', async () => {
    const registry = await loadKava({ rpc: ['https://a.example A'] });
    const otherLives = { 'rpc b.example': alive, 'rpc c.example': alive, 'rpc d.example': `${alive}X` };
    const count = (lag: number) => {
      const lines = [...liveTogether({ 'rpc a.example': dead }, lag), ...liveTogether(otherLives)];
      return judge(registry, lines).dead[0]?.othersUp;
    };
    expect([count(0), count(1 / 24), count(1), count(1.1), count(-1 / 24)]).toEqual([2, 2, 2, 0, 0]);
  });
});

describe('a dead entry is gone, or silent if a firewall may be in the way', () => {
  it.each<[readonly string[], string]>([
    [[many('D', 20)], 'gone'],
    [[many('F', 10) + many('D', 10)], 'gone'],
    [[many('C', 20)], 'silent'],
    [[many('E', 20)], 'silent'],
    [[many('C', 13) + many('F', 7)], 'silent'],
    [[many('C', 20), many('C', 20)], 'silent'],
    [[many('C', 20), many('F', 20)], 'gone'],
  ])('%j: %s', async (lives, sign) => {
    const registry = await loadKava({ rpc: ['https://a.example A'] });
    const histories = lives.map((life) => liveTogether({ 'rpc a.example': life, 'rpc b.example': alive }));
    expect(judge(registry, ...histories).dead).toMatchObject([{ sign }]);
  });

  it('and a pause in its streak, as with --min-days 3, makes it no dead one', async () => {
    const registry = await loadKava({ rpc: ['https://a.example A'] });
    const lines = liveTogether({ 'rpc a.example': `${many('F', 10)}....${many('F', 4)}` });
    const count = (minDays: number) =>
      findDead(registry, [lines], { ...options, limits: { minRuns: 5, minDays } }).dead.length;
    expect([count(3), count(4)]).toEqual([0, 1]);
  });
});

describe('entries of a provider that may block this machine are listed apart', () => {
  const silent = `PP${many('C', 18)}`;
  const hosts = { rpc: ['https://a.example A', 'https://b.example a.'], grpc: ['c.example:443 A'] };
  const lives = { 'rpc a.example': silent, 'rpc b.example': silent, 'grpc c.example': silent };
  const other = { 'rpc z.example': alive };

  async function count(
    lived: readonly Readonly<Record<string, string>>[],
    listed: Readonly<Record<string, readonly string[]>> = hosts,
  ) {
    const registry = await loadKava(listed);
    const histories = lived.map((all) => liveTogether(all));
    const { dead: found, blockers, deadChains } = judge(registry, ...histories);
    return [found.length, blockers.length, deadChains.length];
  }

  it.each<[string, Readonly<Record<string, string>>, readonly number[]]>([
    ['all hosts fell silent with one run', { ...lives, ...other }, [0, 3, 0]],
    ['one was gone before', { ...lives, ...other, 'grpc c.example': many('D', 20) }, [1, 2, 0]],
    ['one fell silent before', { ...lives, ...other, 'grpc c.example': many('C', 20) }, [1, 2, 0]],
    [
      'each fell silent with another run',
      { ...lives, ...other, 'rpc b.example': `P${many('E', 19)}`, 'grpc c.example': many('C', 20) },
      [3, 0, 1],
    ],
    ['one is up', { ...lives, ...other, 'grpc c.example': alive }, [2, 0, 0]],
    ['one refuses', { ...lives, ...other, 'grpc c.example': forbidden }, [2, 0, 0]],
    [
      'they are gone',
      { ...other, 'rpc a.example': dead, 'rpc b.example': dead, 'grpc c.example': dead },
      [3, 0, 1],
    ],
    ['nothing else was up', lives, [3, 0, 1]],
  ])('%s', async (_, lived, expected) => {
    expect(await count([lived])).toEqual(expected);
  });

  it('if it has two hosts or more', async () => {
    const one = { rpc: ['https://a.example A'], grpc: ['a.example:443 A'] };
    expect(await count([{ ...other, 'rpc a.example': silent, 'grpc a.example': silent }], one)).toEqual([
      2, 0, 1,
    ]);
  });

  it('and a name', async () => {
    const nameless = { rpc: ['https://a.example', 'https://b.example'] };
    expect(await count([{ ...lives, ...other }], nameless)).toEqual([2, 0, 1]);
  });

  it('by both of two places', async () => {
    const all = { ...lives, ...other };
    expect(await count([all, all])).toEqual([0, 3, 0]);
    const apart = { ...all, 'rpc b.example': `P${many('C', 19)}`, 'grpc c.example': many('C', 20) };
    expect(await count([all, apart])).toEqual([3, 0, 1]);
  });
});

describe('with two vantage points, dead is what both find dead', () => {
  it.each([
    ['dead by both', dead, `PPP${many('D', 17)}`, 1],
    ['dead by one, and passing', dead, alive, 0],
    ['dead by one, and refused', dead, forbidden, 0],
    ['dead by one, and not for long enough', dead, `${many('P', 10)}${many('F', 10)}`, 0],
    ['unknown to one', dead, '', 0],
  ])('%s', async (_, firstDays, secondDays, expected) => {
    const registry = await loadKava({ rpc: ['https://a.example A'] });
    const [first, second] = [firstDays, secondDays].map((life, index) =>
      liveTogether({
        ...(life === '' ? {} : { 'rpc a.example': life }),
        ...Object.fromEntries(Array.from({ length: index + 1 }, (_, at) => [`rpc ${at}.example`, alive])),
      }),
    );
    const report = judge(registry, first ?? [], second ?? []);
    expect(report.dead).toHaveLength(expected);
    for (const entry of report.dead) {
      expect(entry.lines.map(({ streak }) => streak.rules)).toEqual([['net/refused'], ['net/dns-not-found']]);
      expect(entry.othersUp).toBe(1);
    }
  });
});

describe('an entry is withdrawn if it is refused, and two other hosts of its provider pass', () => {
  const controls = ['https://b.example A', 'https://c.example A.', 'https://d.example a'];
  const passing = { 'rpc b.example': alive, 'rpc c.example': alive };

  async function judgeWith(
    life: string,
    otherLives: Readonly<Record<string, string>>,
    listed: readonly string[] = controls,
  ) {
    const registry = await loadKava({ rpc: ['https://a.example A', ...listed] });
    return judge(registry, liveTogether({ 'rpc a.example': life, ...otherLives }));
  }

  it.each([
    ['403', forbidden, true],
    ['404', many('N', 14), true],
    ['502', many('U', 18), true],
    ['two faults of TLS', many('T', 20), true],
    ['no upgrade', many('W', 20), true],
    ['not for long enough', `${many('P', 7)}${many('X', 13)}`, false],
    ['a chain that has halted', many('S', 20), false],
    ['that and 403', many('B', 20), false],
    ['no answer in time', many('R', 20), false],
    ['a limit', many('I', 20), false],
    ['a limit since it was forbidden, which ends nothing', many('X', 14) + many('I', 5), true],
    ['that, with nights on which nothing was there', many('X', 8) + many('C', 4) + many('X', 8), true],
    ['by now not there', many('X', 17) + many('C', 3), false],
    ['nothing there at all', dead, false],
  ])('%s', async (_, life, expected) => {
    const report = await judgeWith(life, passing);
    expect(report.withdrawn.map(name)).toEqual(expected ? ['kava/chain.json:5 rpc https://a.example'] : []);
    expect(report.dead).toHaveLength(life === dead ? 1 : 0);
  });

  it.each([
    [{ minRuns: 18, minDays: 17 }, 1],
    [{ minRuns: 19, minDays: 17 }, 0],
    [{ minRuns: 18, minDays: 18 }, 0],
  ])('over as many runs and days as for dead ones: %j', async (limits, expected) => {
    const registry = await loadKava({ rpc: ['https://a.example A', ...controls] });
    const lines = liveTogether({ 'rpc a.example': forbidden, ...passing });
    expect(findDead(registry, [lines], { ...options, limits }).withdrawn).toHaveLength(expected);
  });

  it('with the controls, one for each host', async () => {
    const listed = [...controls, 'https://c.example/archive A'];
    const lives = { ...passing, 'rpc d.example': dead, 'rpc c.example/archive': alive };
    const { withdrawn } = await judgeWith(forbidden, lives, listed);
    expect(withdrawn[0]?.controls.map(name)).toEqual([
      'kava/chain.json:9 rpc https://b.example',
      'kava/chain.json:13 rpc https://c.example',
    ]);
    expect(withdrawn[0]?.othersUp).toBe(3);
  });

  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['one other host', { 'rpc b.example': alive }, controls],
    ['two that fail as well', { 'rpc b.example': forbidden, 'rpc c.example': dead }, controls],
    [
      'two addresses of one host',
      { 'rpc b.example': alive, 'rpc b.example:1': alive },
      ['https://b.example A', 'https://b.example:1 A'],
    ],
    [
      'its own host',
      { 'rpc b.example': alive, 'rpc a.example:1': alive },
      ['https://b.example A', 'https://a.example:1 A'],
    ],
    ['hosts of another provider', passing, ['https://b.example B', 'https://c.example B']],
    [
      'hosts that were last probed two days before',
      { 'rpc b.example': `${alive}..`, 'rpc c.example': `${alive}..` },
      controls,
    ],
  ])('but not with %s', async (_, lives, listed) => {
    expect((await judgeWith(forbidden, lives, listed)).withdrawn).toEqual([]);
  });

  it('and not if the provider is unknown', async () => {
    const registry = await loadKava({ rpc: ['https://a.example', 'https://b.example', 'https://c.example'] });
    expect(judge(registry, liveTogether({ 'rpc a.example': forbidden, ...passing })).withdrawn).toEqual([]);
  });

  it('with two vantage points by both, with the controls of both', async () => {
    const registry = await loadKava({ rpc: ['https://a.example A', ...controls] });
    const all = liveTogether({ 'rpc a.example': forbidden, ...passing, 'rpc d.example': alive });
    const less = liveTogether({ 'rpc a.example': forbidden, ...passing, 'rpc d.example': dead });
    const none = liveTogether({ 'rpc a.example': forbidden, 'rpc b.example': dead, 'rpc c.example': alive });
    expect(judge(registry, all, less).withdrawn[0]?.controls).toHaveLength(2);
    expect(judge(registry, all, none).withdrawn).toEqual([]);
    const lives = liveTogether({ 'rpc a.example': alive, ...passing });
    expect(judge(registry, all, lives).withdrawn).toEqual([]);
  });
});

describe('excluded entries are listed apart', () => {
  const lives = {
    'rpc a.example': dead,
    'rpc b.example': alive,
    'rpc c.example': alive,
    'grpc a.example': dead,
  };
  const files = {
    'juno/chain.json': chain({ rpc: ['https://a.example B'] }),
    'kava/chain.json': chain({ rpc: ['https://a.example A'], grpc: ['a.example:443 A'] }),
  };

  it.each<[object, readonly string[]]>([
    [{ chain: 'juno', reason: 'x' }, ['juno/chain.json:5 rpc https://a.example']],
    [{ kind: 'grpc', reason: 'x' }, ['kava/chain.json:11 grpc a.example:443']],
    [{ provider: 'b', reason: 'x' }, ['juno/chain.json:5 rpc https://a.example']],
    [{ host: 'b.example', reason: 'x' }, []],
    [{ chain: 'juno', reason: 'x', until: '2026-11-22' }, ['juno/chain.json:5 rpc https://a.example']],
    [{ chain: 'juno', reason: 'x', until: '2026-11-21' }, []],
  ])('%j', async (exclusion, expected) => {
    const report = findDead(await load(files), [liveTogether(lives)], {
      ...options,
      exclusions: exclude(exclusion),
    });
    expect(report.excluded.map(name)).toEqual(expected);
    expect(report.excluded.every(({ reason }) => reason === 'excluded: x')).toBe(true);
    expect(report.dead.length + report.excluded.length).toBe(3);
  });
});

describe('a chain of which every entry is dead', () => {
  const grpc = { 'grpc a.example': dead };
  const lives = { 'rpc a.example': dead, ...grpc, 'rpc b.example': alive };

  it.each<[string, Readonly<Record<string, object>>, readonly string[]]>([
    [
      'all kinds',
      { 'kava/chain.json': chain({ rpc: ['https://a.example'], grpc: ['a.example:443'] }) },
      ['kava'],
    ],
    ['all but one', { 'kava/chain.json': chain({ rpc: ['https://a.example', 'https://b.example'] }) }, []],
    [
      'all but one of another kind',
      { 'kava/chain.json': chain({ rpc: ['https://a.example'], rest: ['https://a.example'] }) },
      [],
    ],
    [
      'all but one that cannot be read',
      { 'kava/chain.json': chain({ rpc: ['https://a.example', 'ttps:/x'] }) },
      [],
    ],
    [
      'none at all',
      { 'kava/chain.json': chain({ rpc: [] }), 'juno/chain.json': chain({ rpc: ['https://b.example'] }) },
      [],
    ],
    [
      'of its main network, but not of its test network',
      {
        'kava/chain.json': chain({ rpc: ['https://a.example'] }),
        'testnets/kava/chain.json': chain({ rpc: ['https://b.example'] }),
      },
      ['kava'],
    ],
    [
      'in both of its files',
      {
        'chain/kava/param.json': { grpc_endpoint: [{ provider: 'A', url: 'a.example:443' }] },
        'chain/kava/param_2.json': { cosmos_rpc_endpoint: [{ provider: 'A', url: 'https://a.example' }] },
      },
      ['kava'],
    ],
    [
      'in one of its files',
      {
        'chain/kava/param.json': { grpc_endpoint: [{ provider: 'A', url: 'a.example:443' }] },
        'chain/kava/param_2.json': { cosmos_rpc_endpoint: [{ provider: 'A', url: 'https://b.example' }] },
      },
      [],
    ],
    [
      'but for a template',
      {
        '_data/chains/eip155-1.json': {
          chainId: 1,
          rpc: ['https://a.example', 'https://x.example/${API_KEY}'],
        },
      },
      [],
    ],
  ])('%s', async (_, files, expected) => {
    const report = judge(await load(files), liveTogether({ ...lives, 'evm a.example': dead }));
    expect(report.deadChains.map((deadChain) => deadChain.chain)).toEqual(expected);
    for (const { files: listed, entries } of report.deadChains) {
      expect(listed).toEqual(Object.keys(files).filter((path) => !path.startsWith('testnets')));
      expect(entries.every((entry) => report.dead.includes(entry))).toBe(true);
    }
  });

  it('is not dead if one of its files cannot be read', async () => {
    const entry = { grpc_endpoint: [{ provider: 'A', url: 'a.example:443' }] };
    const readable = { 'chain/kava/param.json': JSON.stringify(entry) };
    const find = async (files: Readonly<Record<string, string>>) => {
      const cwd = await createDirectory(files);
      const registry = await loadRegistry([], { cwd, kinds: checks, readStdin });
      return judge(registry, liveTogether(lives)).deadChains.length;
    };
    expect(await find(readable)).toBe(1);
    expect(await find({ ...readable, 'chain/kava/param_2.json': '{ "cosmos_rpc' })).toBe(0);
  });

  it('is not dead if one of them is excluded', async () => {
    const registry = await loadKava({ rpc: ['https://a.example'], grpc: ['a.example:443'] });
    const exclusions = exclude({ kind: 'grpc', reason: 'x' });
    expect(findDead(registry, [liveTogether(lives)], { ...options, exclusions }).deadChains).toEqual([]);
  });
});

it('without a registry and without a history, nothing is dead', () => {
  expect(findDeadLines([], options)).toMatchObject({ listed: 0, dead: [], deadChains: [] });
});

it('without a registry, no chain is dead, though all of its lines are', () => {
  const report = findDeadLines([liveTogether({ 'rpc a.example': dead })], options);
  expect([report.dead.length, report.deadChains]).toEqual([1, []]);
});

it('without a registry, the dead lines alone', () => {
  const lives = { 'rpc a.example': dead, 'grpc a.example': alive, 'rpc c.example': dead };
  const { dead: found, ...rest } = findDeadLines(
    [liveTogether(lives), liveTogether({ 'rpc a.example': dead })],
    options,
  );
  expect(found.map(name)).toEqual(['-:0 rpc a.example']);
  expect(found[0]).toMatchObject({ entry: { chain: 'kava', provider: null }, othersUp: 0 });
  expect(rest).toMatchObject({ withdrawn: [], deadChains: [], excluded: [] });
});
