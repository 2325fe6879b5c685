import { type Clock, findHead } from '../../../bench/support/events.js';
import { Owners } from '../../../bench/support/owners.js';
import { network } from '../../../bench/support/registries.js';
import type { Owner } from '../../../src/sandbox/bank.js';
import type { HoldersPage, HolderSummary } from '../../../src/query/client/index.js';
import type { Counts, Random } from './kill-at-random.js';
import type { Ask } from './failover-client.js';

/** What a client acts with; the clock is that of its chain. */
export interface Client {
  readonly ask: Ask;
  readonly random: Random;
  readonly counts: Counts;
  readonly clock: Clock;
}

const denoms = [
  'bench/5000/a-moving',
  'bench/3000/b',
  'bench/700/c-moving',
  'bench/12000/d-moving',
  'bench/60000/e',
].map((denom) => new Owners(denom));
const keywords = ['q', 'zz', '7x', 'kava1q', 'nobody'];
/** Lists that were needed lately. */
const lists = new Map<string, readonly Owner[]>();
const maxLists = 40;

function findTruth(owners: Owners, height: number): readonly Owner[] {
  const key = `${owners.denom} ${owners.isMoving ? height : ''}`;
  const list = lists.get(key) ?? owners.list(height);
  lists.delete(key);
  lists.set(key, list);
  const [oldest] = lists.keys();
  if (lists.size > maxLists && oldest !== undefined) lists.delete(oldest);
  return list;
}

/** Follows the cursors of a list of holders to its end, and compares every page with what the chain had at the height that the answers name. */
export async function walkHolders({ ask, random, counts, clock }: Client): Promise<void> {
  const owners = pick(denoms, random);
  const keyword = random(3) === 0 ? pick(keywords, random) : null;
  const limit = pick([20, 150, 1_000], random);
  const offset = random(4) === 0 ? random(owners.count) : 0;
  const query = new URLSearchParams({ denom: owners.denom, limit: String(limit) });
  if (keyword !== null) query.set('keyword', keyword);
  const path = `/v1/${network}/holders?${query.toString()}`;
  let place = offset === 0 ? '' : `&offset=${offset}`;
  let position = offset;
  let height: number | null = null;
  // A list of many pages is left in the middle now and then.
  for (let page = 0; page < 60; page++) {
    const violate = (kind: string, details: string) =>
      counts.violate(kind, `${path}${place} at ${position}: ${details}`);
    const answer = (await ask(path + place)) as unknown as HoldersPage | null;
    if (answer === null) {
      if (page === 0) violate('expired without a cursor', '');
      else counts.count('walks through holders that expired');
      return;
    }
    const { asOf, holders, next } = answer;
    if (asOf.height === null) return violate('holders without a height', JSON.stringify(asOf));
    if (height !== null && asOf.height !== height)
      return violate('holders of two heights in a walk', `${height} ${asOf.height}`);
    height = asOf.height;
    if (height > findHead(clock)) return violate('holders of a height to come', String(height));
    const all = findTruth(owners, height);
    const truth = keyword === null ? all : all.filter(({ address }) => address.includes(keyword));
    const fault = findDifference(holders, truth.slice(position, position + limit));
    if (fault !== null) return violate('a wrong page of holders', fault);
    counts.count('pages of holders');
    position += holders.length;
    if (next === null) {
      if (position < truth.length) violate('holders that end early', `of ${truth.length}`);
      counts.count('walks through holders to the end');
      return;
    }
    place = `&cursor=${next}`;
  }
  counts.count('walks through holders that were left');
}

function findDifference(found: readonly Owner[], expected: readonly Owner[]): string | null {
  const at = expected.findIndex(
    ({ address, amount }, index) => found[index]?.address !== address || found[index].amount !== amount,
  );
  if (at >= 0)
    return `record ${at} is ${JSON.stringify(found[at])}, expected ${JSON.stringify(expected[at])}`;
  return found.length === expected.length ? null : `${found.length} records, expected ${expected.length}`;
}

export async function readSummary({ ask, random, counts }: Client): Promise<void> {
  const owners = pick(denoms, random);
  const path = `/v1/${network}/holders/summary?denom=${encodeURIComponent(owners.denom)}`;
  const answer = (await ask(path)) as unknown as HolderSummary | null;
  if (answer === null) return counts.violate('a summary that expired', path);
  const { holderCount, sum, difference, supply } = answer;
  const expected = String(owners.supply);
  // A service may answer without holders if none can be counted in time.
  const isRight =
    holderCount === null
      ? supply === expected
      : holderCount === owners.count && sum === expected && difference === '0';
  if (!isRight) counts.violate('a wrong summary', `${path}: ${JSON.stringify(answer)}`);
  else counts.count(holderCount === null ? 'summaries without holders' : 'summaries');
}

export function pick<Value>(values: readonly Value[], random: Random): Value {
  const value = values[random(values.length)];
  if (value === undefined) throw new RangeError('nothing to pick from');
  return value;
}
