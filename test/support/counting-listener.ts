import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/** A listener on every loopback address, which closes each connection and records the address that the client connected to. */
export async function startCountingListener(): Promise<{
  readonly port: number;
  readonly connected: Set<string>;
}> {
  const connected = new Set<string>();
  const server = createServer((socket) => {
    if (socket.localAddress !== undefined) connected.add(socket.localAddress);
    socket.on('error', () => undefined);
    socket.destroy();
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, connected };
}
