import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ServedPull } from '../support/github-server.js';
import { hoursAgo, writeHistory } from '../support/histories.js';
import { cloneRepository, pushOrphan } from '../support/repository.js';
import {
  alive,
  close,
  dead,
  endpoints,
  listBranches,
  registry,
  run,
  type Scene,
  setUp,
} from './propose-scene.js';

const day = 24;

describe('a chain of which every entry is dead', () => {
  const urls = [
    'https://rpc.kava.example',
    'https://rpc.osmosis.example',
    'https://b.osmosis.example',
  ] as const;
  const write = (name: string, listed: readonly string[]) =>
    JSON.stringify({
      chain_name: name,
      chain_id: `${name}-1`,
      apis: { rpc: listed.map((address) => ({ address, provider: 'Alpha' })) },
    });
  const files = {
    'kava/chain.json': write('kava', urls.slice(0, 1)),
    'osmosis/chain.json': write('osmosis', urls.slice(1)),
  };
  const known = [dead('rpc', urls[1]), dead('rpc', urls[2]), alive('rpc', urls[0])];

  test('is marked as ended, on request, in a separate pull request', async () => {
    const scene = await setUp(files, writeHistory(known));
    const { exitCode, outputs, summary } = await run(scene, { 'mark-killed': 'true' });
    const [{ title, body, head } = { title: '', body: '', head: { ref: '' } }] = scene.gitHub.pulls;
    expect([exitCode, outputs['proposed'], title]).toEqual([0, '1', 'Mark the chain osmosis as ended']);
    expect(head.ref).toMatch(/^endpoint-check\/mark\/osmosis-[\da-f]{8}$/);
    expect(body).toMatch(/every entry of it is dead: 2 endpoints\.[^]*b\.osmosis\.example/);
    expect(summary).toContain('Mark the chain osmosis as ended](');
    expect(summary).toContain('(2 endpoints, `endpoint-check/mark/osmosis-');
    const marked = await scene.origin.git('show', `${head.ref}:osmosis/chain.json`);
    expect(JSON.parse(marked)).toEqual({
      ...(JSON.parse(files['osmosis/chain.json']) as object),
      status: 'killed',
    });
  });

  test('is not, if one of its entries was not probed by the last run', async () => {
    const unseen = known.map((item) =>
      item.url === urls[2] ? { ...item, line: { lastRun: hoursAgo(2) } } : item,
    );
    const scene = await setUp(files, writeHistory(unseen));
    await run(scene, { 'mark-killed': 'true' });
    expect(scene.gitHub.pulls).toEqual([]);
  });

  test.each([
    ['if nobody asks for that', 'false', /entries are all dead[^]*osmosis/],
    [
      'if its format has no status for that',
      'true',
      /removed by nobody but you[^]*osmosis[^]*the format chainlist has no status/,
    ],
  ])('stays unchanged, %s, and is named', async (_, markKilled, sentence) => {
    const known = endpoints.map((item) => (item.url.includes('osmosis') ? { ...item, passes: false } : item));
    const scene = await setUp(registry, writeHistory(known));
    const { summary } = await run(scene, { 'mark-killed': markKilled });
    expect(scene.gitHub.pulls.map(({ title }) => title)).toEqual([
      'Remove 2 dead endpoints of Alpha',
      'Remove 1 dead endpoint of Beta',
    ]);
    expect(summary).toMatch(sentence);
  });
});

describe('no pull request removes', () => {
  test('an entry of a history whose last run is more than a day old', async () => {
    const scene = await setUp(registry, writeHistory(endpoints, hoursAgo(25)));
    const { exitCode, annotations, summary } = await run(scene);
    expect(exitCode).toBe(0);
    const reason =
      /the last run that history\.jsonl has recorded began at .*, more than a day ago: check again/;
    expect(annotations.map(({ severity, message }) => [severity, reason.test(message)])).toEqual([
      ['notice', true],
    ]);
    expect(summary).toMatch(reason);
    expect(summary).toMatch(/\(4\)<\/summary>\n\n- `.*`: the last run began more than a day ago\n/);
    expect(summary).not.toContain('did not probe');
    expect(scene.gitHub.pulls).toEqual([]);
  });

  const alone = 'no other endpoint was up in the same run; check the network of the machine that checks';

  test('an entry without another endpoint that was up in the same run', async () => {
    // Living endpoints of the history did not pass in the last run, nor within the day before.
    const failing = { lastPass: hoursAgo(2 * day) };
    const known = endpoints.map((item) => (item.passes === true ? { ...item, line: failing } : item));
    const scene = await setUp(registry, writeHistory(known));
    const { exitCode, outputs, annotations, summary, log } = await run(scene);
    expect([exitCode, outputs['proposed'], outputs['dead']]).toEqual([0, '0', '4']);
    expect(annotations).toMatchObject([
      { severity: 'notice', message: `4 dead endpoints not proposed: ${alone}` },
    ]);
    expect(summary).toContain(`grpc grpc.kava.alpha.example:443 (Alpha)\`: ${alone}\n`);
    expect(log).toContain('4 dead, 0 of them in 0 new pull requests');
    expect(scene.gitHub.requests).toEqual([]);
  });

  test('an entry that is dead in only one of two histories: it is named', async () => {
    const second = endpoints.map((item) => (item.url.includes('beta') ? { ...item, passes: true } : item));
    const scene = await setUp();
    await scene.checkout.write({ 'other.jsonl': writeHistory(second) });
    const { outputs, summary } = await run(scene, { history: 'history.jsonl\nother.jsonl' });
    expect(scene.gitHub.pulls.map(({ title }) => title)).toEqual(['Remove 3 dead endpoints of Alpha']);
    expect(outputs['dead']).toBe('3');
    expect(summary).toContain(
      'grpc grpc.kava.beta.example:443 (Beta)`: dead by history.jsonl, but not by other.jsonl\n',
    );
    expect(scene.gitHub.pulls[0]?.body).toContain('seen from 2 places');
  });

  test('an excluded entry', async () => {
    const scene = await setUp();
    await scene.checkout.write({
      'exclude.json': JSON.stringify([{ provider: 'alpha', reason: 'is moving' }]),
    });
    const { summary } = await run(scene, { exclude: 'exclude.json' });
    expect(scene.gitHub.pulls.map(({ title }) => title)).toEqual(['Remove 1 dead endpoint of Beta']);
    expect(scene.gitHub.pulls[0]?.body).toContain('`exclude.json`');
    expect(summary).toContain('is moving');
  });

  test('an entry from the manifest of its provider: the pull request names it', async () => {
    const file = (rpc: readonly [string, string][]) =>
      JSON.stringify({
        chain_name: 'kava',
        chain_id: 'kava_2222-10',
        apis: { rpc: rpc.map(([provider, address]) => ({ address, provider })) },
      });
    const manifests = [{ name: 'Alpha', manifest_url: 'https://alpha.example/m.json', status: 'active' }];
    const urls = ['https://a.alpha.example', 'https://b.alpha.example', 'https://gamma.example'] as const;
    const scene = await setUp(
      {
        'kava/chain.json': file([
          ['Alpha', urls[0]],
          ['Alpha (old)', urls[1]],
          ['Gamma', urls[2]],
        ]),
        'juno/chain.json': '{ "apis": { "rpc": [ { "address": "https://a.alpha.example" }',
        '_providers/provider-allowlist.json': JSON.stringify({ providers: manifests }),
      },
      writeHistory([dead('rpc', urls[0]), dead('rpc', urls[1]), alive('rpc', urls[2])]),
    );
    const { log, summary } = await run(scene, { 'group-by': 'chain' });
    const [{ title, body, head } = { title: '', body: '', head: { ref: '' } }] = scene.gitHub.pulls;
    expect(title).toBe('Remove 1 dead endpoint of the chain kava');
    expect(body).toMatch(
      /### Dead as well, but not removed here \(1\)\n\n- `kava\/chain\.json:1 rpc https:\/\/a\.alpha\.example \(Alpha\)`: it comes from the provider's manifest/,
    );
    const changed = await scene.origin.git('cat-file', 'blob', `${head.ref}:kava/chain.json`);
    expect(changed).toContain(urls[0]);
    expect(changed).not.toContain(urls[1]);
    for (const text of [log, summary])
      expect(text).toContain(
        'juno/chain.json cannot be read, and may list a dead endpoint too: fix it first',
      );
  });
});

describe('the number of pull requests is bounded', () => {
  test('at most the maximum are opened in a run, the largest ones', async () => {
    const scene = await setUp();
    const { summary, outputs, log } = await run(scene, { 'max-pull-requests': '1' });
    expect(scene.gitHub.pulls.map(({ title }) => title)).toEqual(['Remove 3 dead endpoints of Alpha']);
    expect(outputs['proposed']).toBe('1');
    expect(log).toContain('4 dead, 3 of them in 1 new pull request\n');
    expect(summary).toMatch(/### Not proposed \(1\)\n\n- .*Beta.*no more than 1 is opened in a run/);
    // An open one does not count: the next run continues.
    await run(scene, { 'max-pull-requests': '1' });
    expect(scene.gitHub.pulls.map(({ title }) => title)[1]).toBe('Remove 1 dead endpoint of Beta');
  });

  test('none while one is open', async () => {
    const scene = await setUp();
    await run(scene);
    const { exitCode, summary } = await run(scene);
    expect([exitCode, scene.gitHub.pulls.length]).toEqual([0, 2]);
    expect(summary).toContain('1 is open');
  });

  test.each([
    ['7d', 8 * day, 3],
    ['30d', 8 * day, 2],
  ])(
    'with cooldown %s, of one that was closed %d hours ago, there are %d',
    async (cooldown, hours, count) => {
      const scene = await setUp();
      await run(scene);
      close(scene.gitHub, 0, hoursAgo(hours));
      // Older ones of the same branch do not count, on any page.
      const [pull] = scene.gitHub.pulls;
      const older = Array.from({ length: 150 }, (_, at): Partial<ServedPull> => ({
        ...pull,
        number: 1_000 + at,
        closed_at: hoursAgo(100 * day),
      }));
      scene.gitHub.pulls.unshift(...(older as ServedPull[]));
      const { summary } = await run(scene, { cooldown });
      expect(scene.gitHub.pulls).toHaveLength(150 + count);
      if (count === 2) expect(summary).toMatch(/1 was closed \d{4}-\d{2}-\d{2}: no other one before/);
      expect(scene.gitHub.requests.filter((request) => request.includes('&page=2'))).not.toEqual([]);
    },
  );

  test('the next one of a group replaces the commit of its branch', async () => {
    const scene = await setUp();
    await run(scene);
    close(scene.gitHub, 0, hoursAgo(30 * day));
    const branch = scene.gitHub.pulls[0]?.head.ref ?? '';
    const work = await cloneRepository(scene.origin);
    await work.commit({ 'README.md': 'More chains.\n' });
    await work.git('push', '--quiet', 'origin', 'main');
    const next: Scene = { ...scene, checkout: await cloneRepository(scene.origin, 1) };
    await next.checkout.write({ 'history.jsonl': writeHistory(endpoints) });
    await run(next);
    expect(scene.gitHub.pulls).toHaveLength(3);
    expect(await scene.origin.git('rev-parse', `${branch}^`)).toBe(
      await scene.origin.git('rev-parse', 'main'),
    );
  });

  test.each([
    ['a dry run', { 'dry-run': 'true' }, 'dry run', []],
    ['a maximum of 0', { 'max-pull-requests': '0' }, 'max-pull-requests is 0', ['endpoint-history']],
  ])('%s shows everything, and opens nothing', async (_, inputs, hold, branches) => {
    const scene = await setUp();
    const { exitCode, outputs, summary, log } = await run(scene, {
      ...inputs,
      'history-branch': 'endpoint-history',
    });
    expect([exitCode, outputs['proposed'], outputs['pull-requests']]).toEqual([0, '2', '']);
    expect(summary).toContain(`2 pull requests would be opened (${hold})`);
    expect(summary).toContain('### Proposed (2)');
    expect(summary).toContain('```diff\n--- a/chain/kava/param.json');
    expect(log).toContain(`would open (${hold}): Remove 3 dead endpoints of Alpha`);
    expect(log).toContain(`4 dead, 4 of them in 2 pull requests that would be opened (${hold})`);
    expect(log.includes('dry run: the history is not kept on endpoint-history')).toBe(branches.length === 0);
    expect(await listBranches(scene)).toEqual(branches);
    expect(scene.gitHub.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
  });
});

describe('a refusal of GitHub is reported with its fix', () => {
  test('and no other proposal is tried', async () => {
    const scene = await setUp();
    const message = 'GitHub Actions is not permitted to create or approve pull requests.';
    scene.gitHub.answers.push({ matches: /^POST .*\/pulls$/, answer: { status: 403, body: { message } } });
    const { exitCode, annotations, summary } = await run(scene);
    expect(exitCode).toBe(3);
    expect(annotations.map(({ severity }) => severity)).toEqual(['error']);
    expect(annotations[0]?.message).toContain('Allow GitHub Actions to create and approve pull requests');
    expect(summary).toContain('GitHub refused the one before it');
    // No branch is left behind.
    expect(await listBranches(scene)).toEqual([]);
    expect(scene.gitHub.requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
  });

  test('a branch that an earlier pull request left goes too', async () => {
    const scene = await setUp();
    await run(scene);
    for (const index of [0, 1]) close(scene.gitHub, index, hoursAgo(30 * day));
    scene.gitHub.answers.push({ matches: /^POST .*\/pulls$/, answer: { status: 200, body: '<html>' } });
    await scene.checkout.git('commit', '--quiet', '--allow-empty', '--message', 'More');
    const before = await listBranches(scene);
    await run(scene);
    expect(await listBranches(scene)).toHaveLength(before.length - 1);
  });

  test('a single refused pull request does not stop the rest, nor do labels', async () => {
    const scene = await setUp();
    const answer = {
      status: 422,
      body: { message: 'Validation Failed', errors: [{ message: 'No commits' }] },
    };
    scene.gitHub.answers.push(
      { matches: /^POST .*\/pulls$/, answer },
      { matches: /^POST .*\/labels$/, answer: { status: 403, body: { message: 'no' } } },
    );
    const { exitCode, annotations, outputs, summary } = await run(scene, { labels: 'a' });
    expect([exitCode, outputs['proposed']]).toEqual([3, '1']);
    expect(annotations[0]?.message).toContain(
      'GitHub refused the pull request: Validation Failed: No commits',
    );
    expect(summary).toContain('it has no labels: GitHub answered HTTP 403: no');
  });

  test('one that was opened meanwhile is left', async () => {
    const scene = await setUp();
    await run(scene);
    const [first] = scene.gitHub.requests;
    scene.gitHub.answers.push({ matches: /^GET/, answer: { status: 200, body: [] } });
    expect(first).toMatch(/^GET \/api\/repos\/example-registry\/chainlist\/pulls\?state=all&head=/);
    const { exitCode } = await run(scene);
    expect([exitCode, scene.gitHub.pulls.length]).toEqual([0, 2]);
  });
});

describe('the history is kept on its branch', () => {
  const branch = { 'history-branch': 'endpoint-history' };
  const read = ({ origin }: Scene, path = 'history.jsonl') =>
    origin.git('cat-file', 'blob', `endpoint-history:${path}`);
  const count = ({ origin }: Scene) => origin.git('rev-list', '--count', 'endpoint-history');

  test('which is made if it is missing, and gets a commit for each change', async () => {
    const scene = await setUp();
    const text = await readFile(join(scene.checkout.directory, 'history.jsonl'), 'utf8');
    const { exitCode, log } = await run(scene, branch);
    expect([exitCode, await read(scene), await count(scene)]).toEqual([0, text.trim(), '1']);
    expect(log).toContain('history.jsonl is committed to endpoint-history');
    expect(await scene.origin.git('ls-tree', '--name-only', 'endpoint-history')).toBe('history.jsonl');
    // The same history makes no commit.
    await run(scene, branch);
    expect(await count(scene)).toBe('1');
    const later = writeHistory(endpoints, hoursAgo(0.5));
    await scene.checkout.write({ 'history.jsonl': later });
    await run(scene, branch);
    expect([await read(scene), await count(scene)]).toEqual([later.trim(), '2']);
  });

  test('without changing other files of the branch', async () => {
    const scene = await setUp();
    const files = { 'README.md': 'The history.\n', 'elsewhere.jsonl': 'x\n' };
    await pushOrphan(scene.origin, 'endpoint-history', files);
    await run(scene, branch);
    expect(await scene.origin.git('ls-tree', '--name-only', 'endpoint-history')).toBe(
      'README.md\nelsewhere.jsonl\nhistory.jsonl',
    );
    expect(await read(scene, 'elsewhere.jsonl')).toBe('x');
  });

  test('but never in place of a longer history', async () => {
    const scene = await setUp();
    await run(scene, branch);
    const kept = await read(scene);
    const later = writeHistory(
      endpoints.map((item) => ({ ...item, line: { firstSeen: hoursAgo(0.5) } })),
      hoursAgo(0.5),
    );
    for (const [text, reason] of [
      [writeHistory(endpoints, hoursAgo(3)), 'the branch has a later run'],
      [later, 'it begins after the last run on the branch'],
    ] as const) {
      await scene.checkout.write({ 'history.jsonl': text });
      const { annotations, exitCode } = await run(scene, branch);
      expect([exitCode, await read(scene)]).toEqual([0, kept]);
      expect(annotations[0]?.message).toContain(`history.jsonl is not committed: ${reason}`);
    }
  });

  test('even if another run pushes in between', async () => {
    const scene = await setUp();
    await run(scene, branch);
    const later = writeHistory(endpoints, hoursAgo(0.5));
    await scene.checkout.write({ 'history.jsonl': later });
    // The first push fails, since a commit was made after the branch was read.
    await scene.origin.write({
      'hooks/pre-receive': [
        '#!/bin/sh',
        'read old new ref',
        'case $ref in refs/heads/endpoint-history) ;; *) exit 0 ;; esac',
        '[ -e raced ] && exit 0',
        'touch raced',
        'unset GIT_QUARANTINE_PATH GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES',
        'tree=$(git rev-parse endpoint-history^{tree})',
        'commit=$(git -c user.name=Other -c user.email=o@example.com commit-tree -p endpoint-history -m Other $tree)',
        'git update-ref refs/heads/endpoint-history $commit',
        'exit 1',
        '',
      ].join('\n'),
    });
    await chmod(join(scene.origin.directory, 'hooks/pre-receive'), 0o755);
    const { exitCode } = await run(scene, branch);
    expect([exitCode, await read(scene)]).toEqual([0, later.trim()]);
    const subjects = await scene.origin.git('log', '--format=%s', 'endpoint-history');
    expect(subjects.split('\n').map((line) => line.replace(/\S+Z$/, 'TIME'))).toEqual([
      'Record the run of TIME',
      'Other',
      'Record the run of TIME',
    ]);
  });

  test('and if that fails, the removals are still proposed', async () => {
    const scene = await setUp();
    await scene.origin.write({ 'hooks/update': '#!/bin/sh\n[ "$1" != refs/heads/endpoint-history ]\n' });
    await chmod(join(scene.origin.directory, 'hooks/update'), 0o755);
    const { exitCode, annotations } = await run(scene, branch);
    expect([exitCode, scene.gitHub.pulls.length]).toEqual([3, 2]);
    expect(annotations[0]?.message).toMatch(
      /^the history is not kept: cannot push the branch endpoint-history: /,
    );
  });
});
