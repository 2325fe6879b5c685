import { describe, expect, test } from 'vitest';
import { check } from '../../../../test/support/probe-context.js';
import { useInFile } from '../../../../test/support/servers.js';
import { startEvmWebSocket } from '../../../sandbox/evm-node.js';
import type { AnswerHook } from '../../../sandbox/websocket-server.js';
import { evmWsCheck } from './index.js';

// Many of these tests wait, so they run together.
const use = useInFile();

describe.concurrent('a node at genesis', () => {
  const genesis = { hash: `0x${'ab'.repeat(32)}`, number: '0x0', timestamp: '0x0' };
  const reply = (id: number, result: unknown) => JSON.stringify({ jsonrpc: '2.0', id, result });

  test.each([1, 2])('gets more time to say that it is catching up: attempt %i', async (attempt) => {
    const answer: AnswerHook = ({ id, method }, socket) => {
      if (method !== 'eth_syncing') return method === 'eth_getBlockByNumber' ? reply(id, genesis) : undefined;
      setTimeout(() => socket.send(reply(id, { currentBlock: '0x0' })), 2_500);
      return null;
    };
    const { port } = await use(startEvmWebSocket({ answer }));
    expect((await check(evmWsCheck, port, attempt)).codes).toEqual(['evm-ws/no-block']);
  });
});

describe.concurrent('an entry that is listed as an archive', () => {
  const error = { code: -32000, message: 'missing trie node' };
  const lacksState: AnswerHook = ({ id, method, params }) =>
    method === 'eth_getTransactionCount' && JSON.stringify(params).includes('"0x1"')
      ? JSON.stringify({ jsonrpc: '2.0', id, error })
      : undefined;

  test.each<[string, AnswerHook, boolean, readonly string[]]>([
    ['is one', () => undefined, true, []],
    ['lacks state', lacksState, false, ['evm-ws/not-archive']],
  ])('%s', async (_name, answer, archive, codes) => {
    const { port } = await use(startEvmWebSocket({ answer }));
    const judged = await check(evmWsCheck, port, 2, { isArchive: true });
    expect([judged.facts['archive'], judged.codes]).toEqual([archive, codes]);
  });
});
