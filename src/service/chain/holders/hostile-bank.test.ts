import { type handleUnaryCall, status } from '@grpc/grpc-js';
import { describe, expect, test } from 'vitest';
import {
  type AskRoute,
  findProblem,
  listNode,
  serveEntries,
} from '../../../../test/support/chain-handlers.js';
import { use } from '../../../../test/support/servers.js';
import { startCosmosNode } from '../../../sandbox/cosmos-node.js';
import type { Holder } from '../../api/answers.js';

type Call = handleUnaryCall<
  { readonly pagination: { readonly key: Buffer; readonly limit: number } },
  object
>;

async function start(bankCalls: Readonly<Record<string, Call>>): Promise<AskRoute> {
  const { port } = await use(startCosmosNode({ bankCalls }));
  return serveEntries([listNode('grpc', port)]);
}

const owner = (address: string) => ({ address, balance: { denom: 'ukava', amount: '1' } });
/** Parts of one owner each, for ever. */
const endless: Call = ({ request }, callback) => {
  const at = Number(request.pagination.key.toString() || '0');
  callback(null, { denom_owners: [owner(`a${at}`)], pagination: { next_key: Buffer.from(String(at + 1)) } });
};

describe('a node cannot make the service', () => {
  test('go in a circle', async () => {
    const circle: Call = (_call, callback) =>
      callback(null, { denom_owners: [], pagination: { next_key: Buffer.from('k') } });
    const problem = await findProblem((await start({ DenomOwners: circle }))('holders', { denom: 'ukava' }));
    expect(problem).toMatchObject({ status: 502 });
    expect(problem.detail).toContain('go in a circle');
  });

  test('search for a keyword for ever: it says that it is not complete', async () => {
    const ask = await start({ DenomOwners: endless });
    expect(await ask('holders', { denom: 'ukava', keyword: 'nobody' })).toMatchObject({
      holders: [],
      complete: false,
      hasMore: true,
    });
  });

  test('walk beyond the deadline; what was walked is not walked again', async () => {
    let calls = 0;
    const ask = await start({
      DenomOwners: (call, callback) => {
        calls++;
        endless(call, callback);
      },
    });
    const given = { denom: 'ukava', offset: 1_000_000 };
    expect(await findProblem(ask('holders', given, AbortSignal.timeout(700)))).toMatchObject({ status: 504 });
    expect(calls).toBeGreaterThan(20);
    const before = calls;
    const { holders } = await ask('holders', { denom: 'ukava', offset: before - 10, limit: 5 });
    expect((holders as readonly Holder[]).map(({ address }) => address)).toEqual(
      Array.from({ length: 5 }, (_, at) => `a${before - 10 + at}`),
    );
    expect(calls - before).toBeLessThan(20);
  });

  test('tell the client its own words', async () => {
    const rude: Call = (_call, callback) => callback({ code: status.INTERNAL, details: 'evil words' });
    const problem = await findProblem((await start({ SupplyOf: rude }))('holderSummary', { denom: 'ukava' }));
    expect(problem.status).toBe(502);
    expect(problem.detail).toContain('it answered SupplyOf with INTERNAL');
    expect(problem.detail).not.toContain('evil');
  });
});

describe('what an older node does not have', () => {
  const missing: Call = (_call, callback) => callback({ code: status.UNIMPLEMENTED });

  test('is named where the answer needs it', async () => {
    const problem = await findProblem((await start({ DenomOwners: missing }))('holders', { denom: 'ukava' }));
    expect(problem).toMatchObject({ status: 502 });
    expect(problem.detail).toContain('it does not have DenomOwners');
  });

  test('is null where it does not', async () => {
    const ask = await start({ DenomOwners: missing });
    expect(await ask('holderSummary', { denom: 'ukava' })).toMatchObject({ supply: '0', holderCount: null });
  });
});

test('part after part comes over as many connections as it takes', async () => {
  const balances = {
    ukava: Array.from({ length: 12_000 }, (_, at) => ({
      address: `a${String(at).padStart(6, '0')}`,
      amount: '1',
    })),
  };
  const { port } = await use(startCosmosNode({ balances }));
  const ask = serveEntries([listNode('grpc', port)]);
  const answer = await ask('holders', { denom: 'ukava', offset: 11_990 });
  expect(answer).toMatchObject({ complete: true, hasMore: false });
  expect(answer['holders']).toEqual(balances.ukava.slice(11_990));
});
