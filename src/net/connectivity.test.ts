import { describe, expect, test } from 'vitest';
import { startDnsServer } from '../../test/support/sockets.js';
import { checkConnectivity } from './connectivity.js';

describe('a local failure names what the machine lacks', () => {
  test('a route: an IPv4 socket cannot be connected to that address', async () => {
    const server = await startDnsServer(() => ['93.184.216.34']);
    const fault = await checkConnectivity({ servers: [server.address], routeTo: '::1' });
    expect(fault).toBe('no-route');
    expect(server.queries).toEqual([]);
  });

  test.each(['NXDOMAIN', 'SERVFAIL', 'silence'] as const)(
    'names: a name server that says %s',
    async (reply) => {
      const server = await startDnsServer(() => reply);
      expect(await checkConnectivity({ servers: [server.address], routeTo: '127.0.0.1' })).toBe('no-names');
    },
  );

  test('nothing, if the second name server works', async () => {
    const servers = [await startDnsServer(() => 'REFUSED'), await startDnsServer(() => ['93.184.216.34'])];
    const addresses = servers.map(({ address }) => address);
    expect(await checkConnectivity({ servers: addresses, routeTo: '127.0.0.1' })).toBeNull();
  });

  test('nothing, if one well-known name resolves', async () => {
    const server = await startDnsServer((name) => (name === 'example.com' ? ['93.184.216.34'] : 'NXDOMAIN'));
    expect(await checkConnectivity({ servers: [server.address], routeTo: '127.0.0.1' })).toBeNull();
    expect([...server.queries].sort()).toEqual(['A example.com', 'NS com']);
  });
});
