import { type handleUnaryCall, status } from '@grpc/grpc-js';
import { describe, expect, test } from 'vitest';
import {
  type AskRoute,
  findProblem,
  listNode,
  serveEntries,
} from '../../../../test/support/chain-handlers.js';
import { use } from '../../../../test/support/servers.js';
import { createAbortController } from '../../../net/abort.js';
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
/** Pages of one owner each, without end. */
const endless: Call = ({ request }, callback) => {
  const at = Number(request.pagination.key.toString() || '0');
  callback(null, { denom_owners: [owner(`a${at}`)], pagination: { next_key: Buffer.from(String(at + 1)) } });
};

describe('a node cannot make the service', () => {
  test('request the same pages for ever', async () => {
    const circle: Call = (_call, callback) =>
      callback(null, { denom_owners: [], pagination: { next_key: Buffer.from('k') } });
    const problem = await findProblem((await start({ DenomOwners: circle }))('holders', { denom: 'ukava' }));
    expect(problem).toMatchObject({ status: 502 });
    expect(problem.detail).toContain('the pages of DenomOwners repeat');
  });

  test('search for a keyword for ever: the answer is incomplete', async () => {
    const ask = await start({ DenomOwners: endless });
    expect(await ask('holders', { denom: 'ukava', keyword: 'nobody' })).toMatchObject({
      holders: [],
      complete: false,
      hasMore: true,
    });
  });

  test('scan beyond the deadline; the next scan goes on from there', async () => {
    let calls = 0;
    const deadline = createAbortController();
    const ask = await start({
      DenomOwners: (call, callback) => {
        if (++calls === 30) deadline.abort();
        endless(call, callback);
      },
    });
    const params = { denom: 'ukava', offset: 1_000_000 };
    expect(await findProblem(ask('holders', params, deadline.signal))).toMatchObject({ status: 504 });
    const before = calls;
    const { holders } = await ask('holders', { denom: 'ukava', offset: before - 10, limit: 5 });
    expect((holders as readonly Holder[]).map(({ address }) => address)).toEqual(
      Array.from({ length: 5 }, (_, at) => `a${before - 10 + at}`),
    );
    expect(calls - before).toBeLessThan(20);
  });

  test('send its own text to the client', async () => {
    const rude: Call = (_call, callback) => callback({ code: status.INTERNAL, details: 'evil text' });
    const problem = await findProblem((await start({ SupplyOf: rude }))('holderSummary', { denom: 'ukava' }));
    expect(problem.status).toBe(502);
    expect(problem.detail).toContain('SupplyOf answered INTERNAL');
    expect(problem.detail).not.toContain('evil');
  });
});

describe('a call that an older node does not implement', () => {
  const missing: Call = (_call, callback) => callback({ code: status.UNIMPLEMENTED });

  test('is named where it is required', async () => {
    const problem = await findProblem((await start({ DenomOwners: missing }))('holders', { denom: 'ukava' }));
    expect(problem).toMatchObject({ status: 502 });
    expect(problem.detail).toContain('DenomOwners is not implemented');
  });

  test('is null where it is optional', async () => {
    const ask = await start({ DenomOwners: missing });
    expect(await ask('holderSummary', { denom: 'ukava' })).toMatchObject({ supply: '0', holderCount: null });
  });
});

test('a scan uses as many connections as it needs', async () => {
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
