import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';

/** A server of the sandbox, on a port of its own on the loopback. */
export interface SandboxServer {
  readonly port: number;
  close: () => Promise<void>;
}

/** Starts a server on a free port of 127.0.0.1, or of every address (`{}`); closing it ends its connections. */
export async function listen(
  server: Server,
  at: { readonly host?: string } = { host: '127.0.0.1' },
): Promise<SandboxServer> {
  const sockets = new Set<{ destroy: () => unknown }>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: 0, ...at }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * A port of 127.0.0.1 at which nothing listens until it is closed. A connection goes out from it, so that nobody else gets it: one that
 * was merely free is soon another server's.
 */
export async function holdClosedPort(): Promise<SandboxServer> {
  const { port, close } = await listen(createServer());
  const client = connect({ port, host: '127.0.0.1' });
  client.on('error', () => undefined);
  await once(client, 'connect');
  return {
    port: client.localPort ?? 0,
    close: async () => {
      client.destroy();
      await close();
    },
  };
}
