import type { AddressInfo, Server } from 'node:net';

/** A server of the sandbox, on a port of its own on the loopback. */
export interface SandboxServer {
  readonly port: number;
  close: () => Promise<void>;
}

/** Starts a server on a free port of 127.0.0.1; closing it ends its connections. */
export async function listen(server: Server): Promise<SandboxServer> {
  const sockets = new Set<{ destroy: () => unknown }>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
