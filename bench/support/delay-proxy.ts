// A process that adds latency to servers of this machine. Bytes take half a round trip each way; what a client sends before it has
// received anything takes one round trip more, as it would after a TCP handshake, which takes no time on the loopback interface.
import net from 'node:net';
import { listen } from '../../src/sandbox/server.js';
import { readOptions, sendReady } from './process.js';

/** `targets` are the ports to proxy; with `roundTripMs` null it depends on the address that the client connects to, 20 to 300 ms. */
const options = readOptions<{ targets: number[]; roundTripMs: number | null }>();

function chooseRoundTrip(address: string) {
  const number = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  return 20 + ((number * 7_919) % 281);
}

/** Forwards what one socket receives to the other, each piece when it is due and never before an earlier one. */
function handOn(from: net.Socket, to: net.Socket, chooseDelay: () => number) {
  const waiting: (() => void)[] = [];
  let dueAt = 0;
  const later = (act: () => void) => {
    const now = performance.now();
    dueAt = Math.max(dueAt, now + chooseDelay());
    waiting.push(act);
    setTimeout(() => waiting.shift()?.(), dueAt - now);
  };
  from.on('data', (bytes) => later(() => to.write(bytes)));
  from.on('end', () => later(() => to.end()));
  from.on('error', () => undefined);
  from.on('close', () => later(() => to.destroy()));
}

const ports = await Promise.all(
  options.targets.map(async (target) => {
    const server = net.createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
      const roundTripMs = options.roundTripMs ?? chooseRoundTrip(client.localAddress ?? '');
      const node = net.connect({ port: target, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
      let heard = false;
      node.once('data', () => (heard = true));
      handOn(client, node, () => (heard ? 0.5 : 1.5) * roundTripMs);
      handOn(node, client, () => 0.5 * roundTripMs);
    });
    // All of 127.0.0.0/8 leads here, so that every endpoint has a separate address.
    const at = { host: '0.0.0.0', backlog: 4_096 };
    return (await listen(server, at)).port;
  }),
);
sendReady(ports);
