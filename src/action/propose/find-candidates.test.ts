import { expect, test } from 'vitest';
import { createDirectory } from '../../../test/support/directory.js';
import { lastNight, liveTogether, many } from '../../../test/support/histories.js';
import { checks } from '../../checks/index.js';
import { loadRegistry } from '../../registry/load.js';
import { findCandidates } from './find-candidates.js';

/** The candidates of an endpoint of each of two providers; `B` has a second one, which lives as the first. */
async function find(...lives: readonly string[]) {
  const rpc = ['a A', 'b B', 'c B', 'd D'].map((listed) => {
    const [name = '', provider = ''] = listed.split(' ');
    return { address: `https://${name}.example`, provider };
  });
  const cwd = await createDirectory({
    'kava/chain.json': JSON.stringify({ chain_name: 'kava', apis: { rpc } }),
  });
  const readStdin = () => Promise.resolve(Buffer.alloc(0));
  const registry = await loadRegistry([], { cwd, kinds: checks, readStdin });
  const files = lives.map((life, index) => {
    const dead = { 'rpc a.example': life, 'rpc b.example': life, 'rpc c.example': life };
    const lines = liveTogether({ ...dead, 'rpc d.example': many('P', 20) });
    return { name: `${index}.jsonl`, path: '', before: null, lines };
  });
  const { proposable, doubtful } = findCandidates(registry, files, {
    exclusions: [],
    now: new Date(lastNight),
  });
  return {
    proposable: proposable.map(({ entry }) => entry.url),
    doubtful: doubtful.map(({ entry, reason }) => [entry.url, reason]),
  };
}

const [a, b, c] = ['https://a.example', 'https://b.example', 'https://c.example'];
const gone = many('D', 20);
const silent = many('C', 20);
const mayBlock =
  'it fell silent with the other hosts of its provider, which may block the machine that checks';

test('what is gone is proposed', async () => {
  expect(await find(gone)).toEqual({ proposable: [a, b, c], doubtful: [] });
});

test('what is silent is proposed only by two histories, and not if its provider may block the machine', async () => {
  const blocked = [
    [b, mayBlock],
    [c, mayBlock],
  ];
  const here =
    'it is silent, not gone, and a firewall may block this machine: add --history of a second place that finds it dead too';
  expect(await find(silent)).toEqual({ proposable: [], doubtful: [[a, here], ...blocked] });
  expect(await find(silent, silent)).toEqual({ proposable: [a], doubtful: blocked });
});
