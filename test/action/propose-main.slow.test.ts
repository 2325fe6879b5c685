import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readProposeInputs } from '../../src/action/propose/inputs.js';
import { findControls, findRunnerCommands } from '../support/action.js';
import { writeHistory } from '../support/histories.js';
import {
  alive,
  dead,
  list,
  type Listed,
  listBranches,
  readDiff,
  registry,
  run,
  setUp,
} from './propose-scene.js';

describe('dead entries are proposed for removal', () => {
  test('one pull request for each provider, the largest first, each of which removes its entries and nothing else', async () => {
    const scene = await setUp();
    const { exitCode, stderr, outputs, log } = await run(scene, { labels: 'dead endpoints, bot' });
    expect({ log: exitCode === 0 ? '' : log, stderr }).toEqual({ log: '', stderr: '' });
    const { pulls, labels } = scene.gitHub;
    expect(pulls.map(({ title, base }) => [title, base.ref])).toEqual([
      ['Remove 3 dead endpoints of Alpha', 'main'],
      ['Remove 1 dead endpoint of Beta', 'main'],
    ]);
    expect(outputs).toEqual({
      'pull-requests': pulls.map(({ html_url: url }) => url).join('\n'),
      proposed: '2',
      dead: '4',
    });
    expect([...labels.values()]).toEqual([
      ['dead endpoints', 'bot'],
      ['dead endpoints', 'bot'],
    ]);
    const branches = pulls.map(({ head }) => head.ref);
    expect(branches[0]).toMatch(/^endpoint-check\/remove\/alpha-[\da-f]{8}$/);
    expect(await listBranches(scene)).toEqual([...branches].sort());
    expect(await readDiff(scene, branches[0] ?? '')).toMatchObject({
      removed: [
        'grpc.kava.alpha.example:443',
        'https://evm.kava.alpha.example',
        // The remaining line loses its comma.
        'grpc.osmosis.gamma.example:443',
        'grpc.osmosis.alpha.example:443',
      ],
      added: ['grpc.osmosis.gamma.example:443'],
      files: ['+++ b/chain/kava/param.json', '+++ b/chain/osmosis/param.json'],
    });
    for (const branch of branches) {
      expect(await scene.origin.git('rev-list', '--count', `main..${branch}`)).toBe('1');
      const author = await scene.origin.git('log', '-1', '--format=%an <%ae>%n%s', branch);
      expect(author).toMatch(/^github-actions\[bot\] <\d+\+github-actions\[bot\]@[^>]+>\nRemove \d dead/);
    }
  });

  test('one for each chain, with the lists that it empties', async () => {
    const scene = await setUp();
    await run(scene, { 'group-by': 'chain' });
    expect(scene.gitHub.pulls.map(({ title }) => title)).toEqual([
      'Remove 3 dead endpoints of the chain kava',
      'Remove 1 dead endpoint of the chain osmosis',
    ]);
    const [kava, osmosis] = scene.gitHub.pulls.map(({ body }) => body);
    expect(kava).toContain(
      '### Lists that become empty (1)\n\n- `chain/kava/param.json`: `/grpc_endpoint`\n',
    );
    expect(kava).toContain(
      '### What the other lists keep (1)\n\n- `chain/kava/param.json`: kava keeps 1 of 2 evm endpoints\n',
    );
    expect(osmosis).not.toContain('become empty');
    expect(osmosis).toContain(': osmosis keeps 1 of 2 grpc endpoints\n');
  });

  test('the text has the evidence, how to disagree, and how to start the checks', async () => {
    const scene = await setUp();
    await run(scene, { 'group-by': 'chain' });
    const body = scene.gitHub.pulls[0]?.body ?? '';
    expect(body).toContain('nothing was at the address in at least 14 runs in a row, over at least 7 days');
    const row = body.split('\n').find((line) => line.includes('grpc.kava.beta.example'));
    expect(row).toContain('`chain/kava/param.json:4`');
    expect(row).toContain('net/dns-not-found');
    // The two endpoints that passed in the same run.
    expect(row).toMatch(/\| 20 \| 20 \|.*\| 2 \|$/);
    expect(body).toContain(
      '### To verify one by hand\n\n`endpoint-check grpc grpc.kava.alpha.example:443`\n',
    );
    expect(body).toContain(
      'Close this pull request. It is not opened again for 7 days after it is closed. To keep an entry',
    );
    expect(body).toContain('"reason":');
    expect(body).toContain('reopen it');
    expect(body).toContain('https://github.example/example-registry/chainlist/actions/runs/17');
  });

  test('the command to verify an entry hides keys, and no shell runs text of the entry', async () => {
    const urls = ['https://evm.example/a$(id)?x=1&key=5e3f9a7c1b2d4f60', 'https://b.example'] as const;
    const scene = await setUp(
      {
        'chain/kava/param.json': list(
          [],
          [
            ['Alpha', urls[0]],
            ['Beta', urls[1]],
          ],
        ),
      },
      writeHistory([dead('evm', urls[0]), alive('evm', urls[1])]),
    );
    await run(scene, { cooldown: '1d' });
    const body = scene.gitHub.pulls[0]?.body ?? '';
    expect(body).toContain("`endpoint-check evm 'https://evm.example/a$(id)?x=*&key=****************'`");
    expect(body).not.toContain('5e3f9a7c');
    expect(body).toContain('It is not opened again for 1 day after it is closed.');
  });

  test('the checkout stays unchanged', async () => {
    const scene = await setUp();
    const readState = async () => [
      await scene.checkout.git('rev-parse', 'HEAD'),
      await scene.checkout.git('symbolic-ref', 'HEAD'),
      await scene.checkout.git('status', '--porcelain=v2', '--untracked-files=all'),
      await scene.checkout.git('for-each-ref'),
      await scene.checkout.git('ls-files', '--stage'),
    ];
    const before = await readState();
    await run(scene, { 'history-branch': 'endpoint-history' });
    expect(scene.gitHub.pulls).toHaveLength(2);
    expect(await readState()).toEqual(before);
  });

  test('a registry in a directory of the repository', async () => {
    const files = Object.fromEntries(Object.entries(registry).map(([path, text]) => [`lists/${path}`, text]));
    const scene = await setUp(files);
    await run(scene, { paths: 'lists' });
    const [{ head, body } = { head: { ref: '' }, body: '' }] = scene.gitHub.pulls;
    expect((await readDiff(scene, head.ref)).files[0]).toBe('+++ b/lists/chain/kava/param.json');
    expect(body).toContain('`lists/chain/kava/param.json:3`');
  });
});

describe('inputs', () => {
  test('all errors are named at once', async () => {
    const scene = await setUp(registry, '{"kind":"grpc"}\n');
    await scene.checkout.write({ 'link.jsonl': ['history.jsonl'] });
    const { exitCode, annotations } = await run(scene, {
      history: 'history.jsonl\nnone.jsonl\nlink.jsonl',
      'history-branch': '--force',
      'group-by': 'host',
      'max-pull-requests': '-1',
      cooldown: '7',
      'dry-run': 'maybe',
      token: '',
      paths: 'nowhere',
    });
    expect(exitCode).toBe(2);
    expect(annotations.map(({ message }) => message.split(':').slice(0, 2).join(':'))).toEqual([
      'history: link.jsonl is, or is behind, a symbolic link of the checkout',
      'dry-run: expected true or false, got "maybe"',
      'token: expected a token that may write, got none',
      'history-branch: expected the name of a branch such as endpoint-history, got "--force"',
      'group-by: unknown grouping "host"',
      'max-pull-requests: expected an integer from 0 to 100, got "-1"',
      'cooldown: expected days such as 7d, got "7"',
      'history: history.jsonl cannot be read at line 1',
      'history: none.jsonl does not exist',
      'history: link.jsonl cannot be read at line 1',
      'nowhere does not exist',
    ]);
    expect(scene.gitHub.requests).toEqual([]);
  });

  test.each(['pull_request', 'pull_request_target', 'merge_group'])('it does not run on %s', async (name) => {
    const scene = await setUp();
    const event = { name, payload: name === 'merge_group' ? 'merge_group' : 'pull_request-fork' };
    const { exitCode, annotations } = await run(scene, {}, event);
    expect(exitCode).toBe(2);
    expect(annotations[0]?.message).toBe(
      `propose does not run on ${name}: use schedule or workflow_dispatch`,
    );
  });

  test('nor on another branch than the default one', async () => {
    const scene = await setUp();
    const env = { ...scene.gitHub.env, GITHUB_REF: 'refs/heads/topic' };
    const { exitCode, annotations } = await run({ ...scene, gitHub: { ...scene.gitHub, env } });
    expect([exitCode, annotations[0]?.message]).toEqual([
      2,
      'propose runs on the default branch, main: got refs/heads/topic',
    ]);
  });

  test('a file that differs from its commit is left', async () => {
    const scene = await setUp();
    const path = 'chain/osmosis/param.json';
    await scene.checkout.write({ [path]: `${registry[path]}\n` });
    const { summary } = await run(scene);
    expect(scene.gitHub.pulls.map(({ title }) => title)).toEqual(['Remove 1 dead endpoint of Beta']);
    expect(summary).toContain(`${path} is not as it was committed`);
  });

  test('propose/action.yml lists all inputs that are read, with the defaults of the program', async () => {
    const action = parse(await readFile('propose/action.yml', 'utf8')) as {
      readonly inputs: Record<string, { default?: string }>;
      readonly outputs: Record<string, unknown>;
      readonly runs: unknown;
    };
    expect(action.runs).toEqual({ using: 'node24', main: 'index.js' });
    expect(Object.keys(action.outputs)).toEqual(['pull-requests', 'proposed', 'dead']);
    const names = new Set<string>();
    const required = (name: string) => ({ history: 'h', token: 't' })[name] ?? '';
    const errors: string[] = [];
    const getDefault = (name: string) => {
      names.add(name);
      return required(name) || (action.inputs[name]?.default ?? '');
    };
    expect(readProposeInputs(getDefault, '.', errors)).toEqual(readProposeInputs(required, '.', errors));
    expect(errors).toEqual([]);
    expect(new Set(Object.keys(action.inputs))).toEqual(names);
  });
});

describe('hostile names', () => {
  const names = [
    '::error::pwned',
    '##[command]rm',
    '\n::add-mask::a\n',
    '\x1b[2J',
    '@everyone fixes #12, closes example/other#3',
    'fixes https://github.com/example/other/issues/1 [skip ci]',
    '![x](https://evil.example/x.png) <img src=x> | a | b',
    '../../refs/heads/main',
    '-`--exec=rm`',
    '\u202e🔥',
    'x'.repeat(500),
  ];

  test('reach neither log, summary, title, commit, branch nor text unescaped', async () => {
    const listed = names.map((name, index): Listed => [name, `grpc.n${index}.example:443`]);
    const living: Listed = ['Gamma', 'grpc.gamma.example:443'];
    const scene = await setUp(
      { 'chain/kava/param.json': list([...listed, living]) },
      writeHistory([...listed.map(([, url]) => dead('grpc', url)), alive('grpc', living[1])]),
    );
    const { exitCode, stderr, log, summary } = await run(scene, { 'max-pull-requests': '50' });
    expect([exitCode, stderr]).toEqual([0, '']);
    const { pulls } = scene.gitHub;
    expect(pulls).toHaveLength(names.length);
    // The step's command, for the token.
    expect(findRunnerCommands(log)).toEqual(['add-mask']);
    expect(log).toContain('::add-mask::a-token\n');
    expect(findControls(log + summary)).toEqual([]);
    for (const { title, body, head } of pulls) {
      expect(head.ref).toMatch(/^endpoint-check\/remove\/[a-z0-9-]+$/);
      expect(title).toMatch(/^Remove 1 dead endpoint of [^@#:/<>[\]`|!]+$/);
      expect(title.length).toBeLessThan(100);
      expect(await scene.origin.git('log', '-1', '--format=%B', head.ref)).not.toMatch(/[@#[\]<>`]/);
      expect(findControls(body)).toEqual([]);
    }
    for (const text of [summary, ...pulls.map(({ body }) => body)]) {
      const outside = text
        .replaceAll(/(`+)[^`].*?[^`]?\1(?!`)/g, '')
        .replaceAll(/<(\/?(details|summary|sub))>/g, '');
      expect(outside).not.toMatch(/(?<!\\)!\[|<img|@everyone|(?<![\\&])#\d|https:\/\/(?!github\.example)/);
    }
  });
});
