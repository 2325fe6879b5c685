import { URLSearchParams } from 'node:url';
import { findHead } from '../support/head.js';
import { Owners } from '../support/owners.js';
import { network } from '../support/service-registry.js';

/** @typedef {import('../support/owners.js').Owner} Owner */
/** @typedef {{ ask: import('./failover-client.js').Ask, random: (limit: number) => number, counts: import('./counts.js').Counts, clock: import('../support/head.js').Clock }} Context */

const denoms = [
  'bench/5000/a-moving',
  'bench/3000/b',
  'bench/700/c-moving',
  'bench/12000/d-moving',
  'bench/60000/e',
].map((denom) => new Owners(denom));
const keywords = ['q', 'zz', '7x', 'kava1q', 'nobody'];
/** Lists that were needed lately. @type {Map<string, Owner[]>} */
const lists = new Map();

/** The holders at a height. @param {Owners} owners @param {number} height */
function findTruth(owners, height) {
  const key = `${owners.denom} ${owners.isMoving ? height : ''}`;
  const known = lists.get(key);
  const list = known ?? owners.list(height);
  lists.delete(key);
  lists.set(key, list);
  const [oldest] = lists.keys();
  if (lists.size > 40 && oldest !== undefined) lists.delete(oldest);
  return list;
}

/**
 * Follows the cursors of a list of holders to its end, and compares every page with what the chain had at the height that the answers name.
 * @param {Context} context
 */
export async function walkHolders({ ask, random, counts, clock }) {
  const owners = denoms[random(denoms.length)];
  if (owners === undefined) return;
  const keyword = random(3) === 0 ? keywords[random(keywords.length)] : undefined;
  const limit = [20, 150, 1_000][random(3)] ?? 20;
  const offset = random(4) === 0 ? random(owners.count) : 0;
  const query = new URLSearchParams({ denom: owners.denom, limit: String(limit) });
  if (keyword !== undefined) query.set('keyword', keyword);
  const path = `/v1/${network}/holders?${query.toString()}`;
  let position = offset;
  /** @type {string | null} */
  let cursor = null;
  /** @type {number | null} */
  let height = null;
  // A list of many pages is left in the middle now and then.
  for (let page = 0; page < 60; page++) {
    const place = cursor === null ? (offset === 0 ? '' : `&offset=${offset}`) : `&cursor=${cursor}`;
    const answer = await ask(`${path}${place}`);
    if (answer === null) {
      counts.count(
        cursor === null ? 'VIOLATION expired without a cursor' : 'walks through holders that expired',
      );
      return;
    }
    /** @param {string} kind @param {string} [details] */
    const violate = (kind, details = '') =>
      counts.violate(kind, `${path}${place} at ${position}: ${details}`);
    if (typeof answer['asOf']?.height !== 'number')
      return violate('holders without a height', JSON.stringify(answer['asOf']));
    if (height !== null && answer['asOf'].height !== height)
      return violate('holders of two heights in a walk', `${height} ${answer['asOf'].height}`);
    height = Number(answer['asOf'].height);
    if (height > findHead(clock)) return violate('holders of a height to come', String(height));
    const all = findTruth(owners, height);
    const truth = keyword === undefined ? all : all.filter(({ address }) => address.includes(keyword));
    const fault = findDifference(answer['holders'], truth.slice(position, position + limit));
    if (fault !== null) return violate('a wrong page of holders', fault);
    counts.count('pages of holders');
    position += Number(answer['holders'].length);
    cursor = answer['next'];
    if (cursor === null) {
      if (position < truth.length) violate('holders that end early', `of ${truth.length}`);
      counts.count('walks through holders to the end');
      return;
    }
  }
  counts.count('walks through holders that were left');
}

/** @param {readonly Owner[]} found @param {readonly Owner[]} expected */
function findDifference(found, expected) {
  const at = expected.findIndex(
    ({ address, amount }, index) => found[index]?.address !== address || found[index].amount !== amount,
  );
  if (at >= 0)
    return `record ${at} is ${JSON.stringify(found[at])}, expected ${JSON.stringify(expected[at])}`;
  return found.length === expected.length ? null : `${found.length} records, expected ${expected.length}`;
}

/** Compares the summary of a denom with its truth. @param {Context} context */
export async function readSummary({ ask, random, counts }) {
  const owners = denoms[random(denoms.length)];
  if (owners === undefined) return;
  const path = `/v1/${network}/holders/summary?denom=${encodeURIComponent(owners.denom)}`;
  const answer = await ask(path);
  const { holderCount, sum, difference, supply } = answer ?? {};
  // A service may answer without holders where none can be counted in time.
  const isRight =
    holderCount === null
      ? supply === String(owners.supply)
      : holderCount === owners.count && sum === String(owners.supply) && difference === '0';
  if (!isRight) counts.violate('a wrong summary', `${path}: ${JSON.stringify(answer)}`);
  else counts.count(holderCount === null ? 'summaries without holders' : 'summaries');
}
