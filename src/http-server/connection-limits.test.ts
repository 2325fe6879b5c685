import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ask } from '../../test/support/http.js';
import { startService } from '../../test/support/service.js';
import { chooseConnectionLimits, groupAddress, readOpenFileLimit } from './connection-limits.js';

describe('one client is', () => {
  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8:1:2:ffff::', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:DB8::1:2:3:4:5', '2001:db8:0:1'],
    ['fe80::1:2%eth0', 'fe80:0:0:0'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0'],
    ['1::2:3:4:5:192.0.2.1', '1:0:2:3'],
  ])('%s: %s', (address, group) => {
    expect(groupAddress(address)).toBe(group);
  });
});

describe('the limits', () => {
  test('are lower if the process may open fewer files', () => {
    expect(chooseConnectionLimits(Infinity)).toEqual({ total: 4_096, perAddress: 1_024 });
    expect(chooseConnectionLimits(4_608)).toEqual({ total: 4_096, perAddress: 1_024 });
    expect(chooseConnectionLimits(1_024)).toEqual({ total: 512, perAddress: 256 });
    expect(chooseConnectionLimits(256)).toEqual({ total: 128, perAddress: 64 });
  });

  test.runIf(process.platform === 'linux')('follow the limit of the process', () => {
    expect(readOpenFileLimit()).toBeGreaterThan(32);
    expect(readOpenFileLimit()).toBeLessThan(Infinity);
  });
});

/** Connects from an address of this machine, and sends nothing. */
async function connectFrom(url: string, localAddress: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined).resume();
  await once(socket, 'connect');
  return socket;
}

// Only Linux has more than one loopback address from the start.
describe.runIf(process.platform === 'linux')('connections that send nothing', () => {
  test('block neither other clients nor, once they are closed, their own client', async () => {
    const { url } = await startService({}, undefined, { perAddress: 3 });
    const silent = [];
    for (let count = 0; count < 3; count++) silent.push(await connectFrom(url, '127.0.0.2'));
    const refused = await connectFrom(url, '127.0.0.2');
    await once(refused, 'close');
    expect(silent.map(({ closed }) => closed)).toEqual([false, false, false]);
    expect((await ask(url, '/healthz')).status).toBe(200);
    silent[0]?.destroy();
    const askAgain = () =>
      ask(url, '/healthz', { localAddress: '127.0.0.2' }).then(
        ({ status }) => status,
        () => null,
      );
    await expect.poll(askAgain).toBe(200);
  });

  test('of all clients together are bounded', async () => {
    const { url } = await startService({}, undefined, { total: 2 });
    const first = await connectFrom(url, '127.0.0.2');
    await connectFrom(url, '127.0.0.3');
    const refused = await connectFrom(url, '127.0.0.4');
    await once(refused, 'close');
    expect(first.closed).toBe(false);
  });
});
