import { expect, test } from 'vitest';
import { startDnsServer } from '../../test/support/sockets.js';
import { createAbortController } from './abort.js';
import { findServerFailure, NameServers } from './name-servers.js';

const never = createAbortController().signal;

test('lookups at the same time share sockets, 64 each', async () => {
  const server = await startDnsServer(() => ['93.184.216.34']);
  const names = new NameServers([server.address]);
  const lookups = Array.from({ length: 130 }, (_, index) =>
    names.query(never, (resolver) => [resolver.resolve4(`${index}.example.com`)]),
  );
  for (const [answer] of await Promise.all(lookups)) expect(answer).toMatchObject({ status: 'fulfilled' });
  expect(server.queries).toHaveLength(130);
  expect(server.ports.size).toBe(3);
});

test('the end of one takes nothing from the others', async () => {
  const ending = createAbortController();
  const server = await startDnsServer(async (name) => {
    if (name === 'silent.example.com') return 'silence';
    await ended;
    return ['93.184.216.34'];
  });
  const names = new NameServers([server.address]);
  const lookUp = (name: string, signal: AbortSignal) =>
    names.query(signal, (resolver) => [resolver.resolve4(name)]);
  const ended = lookUp('silent.example.com', ending.signal);
  const second = lookUp('a.example.com', never);
  ending.abort();
  expect((await ended).map(findServerFailure)).toEqual(['ECANCELLED']);
  expect(await second).toEqual([{ status: 'fulfilled', value: ['93.184.216.34'] }]);
});
