import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { use } from '../../test/support/servers.js';
import { standStill } from '../../test/support/probe-context.js';
import { listen } from '../sandbox/server.js';
import { waitAtMost } from './abort.js';
import { onBeat, readLoopClock, setLimit, startStopwatch } from './loop-clock.js';

describe('what came while this process stood still is in time', () => {
  test('though its limit is over by then', async () => {
    const { port } = await use(listen(net.createServer((socket) => socket.pipe(socket))));
    const socket = net.connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    const answer = waitAtMost(once(socket, 'data'), 300);
    socket.write('x');
    standStill(400);
    expect(String(await answer)).toBe('x');
  });

  test('again and again, a limit ends', async () => {
    let turns = 0;
    const ended = new Promise<void>((resolve) => setLimit(600, resolve)).then(() => turns);
    const clear = setInterval(() => {
      turns += 1;
      standStill(260);
    });
    onTestFinished(() => clearInterval(clear));
    expect(await ended).toBeGreaterThanOrEqual(2);
  });
});

test('a stopwatch tells what this process lost', async () => {
  onTestFinished(onBeat(() => undefined));
  const read = startStopwatch();
  standStill(400);
  const { ms, stalledMs } = read();
  expect(ms).toBeGreaterThanOrEqual(400);
  expect(stalledMs).toBeGreaterThanOrEqual(150);
  await sleep(30);
  expect(read().stalledMs).toBeGreaterThanOrEqual(150);
});

test('the clock never runs backwards', async () => {
  const readings = [readLoopClock()];
  const stop = onBeat(() => undefined);
  for (const act of [() => undefined, () => standStill(300), stop, onBeat(() => undefined)]) {
    act();
    readings.push(readLoopClock());
    await sleep(25);
    readings.push(readLoopClock());
  }
  expect(readings).toEqual([...readings].sort((a, b) => a - b));
});
