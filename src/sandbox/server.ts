import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import type { KeyPair } from './certificates.js';

/** A server of the sandbox, on its own port of the loopback interface. */
export interface SandboxServer {
  readonly port: number;
  close: () => Promise<void>;
}

/** Starts a server on a port of 127.0.0.1, or of all addresses (`{}`); a free one by default. Closing it also ends its connections. */
export async function listen(
  server: Server,
  at: { readonly host?: string; readonly port?: number } = { host: '127.0.0.1' },
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

export function createHttpServer(
  tls: KeyPair | undefined,
  onRequest: http.RequestListener,
): http.Server | https.Server {
  return tls === undefined ? http.createServer(onRequest) : https.createServer({ ...tls }, onRequest);
}

/** Starts an HTTP server of 127.0.0.1, on a free port by default. A request whose handler rejects, for instance since the client has gone away, loses its connection. */
export function listenHttp(
  tls: KeyPair | undefined,
  handle: (request: http.IncomingMessage, response: http.ServerResponse) => Promise<void>,
  port = 0,
): Promise<SandboxServer> {
  return listen(
    createHttpServer(tls, (request, response) => {
      handle(request, response).catch(() => response.destroy());
    }),
    { host: '127.0.0.1', port },
  );
}

/**
 * Reserves a port of 127.0.0.1 at which nothing listens, until it is closed. An outgoing connection occupies it; a port that is merely free
 * could soon be taken by another server.
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
