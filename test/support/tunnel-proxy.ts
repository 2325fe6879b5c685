import http from 'node:http';
import net from 'node:net';
import { listen, type SandboxServer } from '../../src/sandbox/server.js';

/** A proxy that opens tunnels to this machine, whatever the name, and records each request. */
export async function startTunnelProxy(
  refuseWith?: number,
): Promise<SandboxServer & { readonly requests: readonly string[] }> {
  const requests: string[] = [];
  const server = http.createServer();
  server.on('connect', (request, socket: net.Socket) => {
    requests.push(`${request.url ?? ''} ${request.headers['proxy-authorization'] ?? ''}`.trim());
    socket.on('error', () => undefined);
    if (refuseWith !== undefined) return socket.end(`HTTP/1.1 ${refuseWith} no\r\n\r\n`);
    const port = Number(/:(\d+)$/.exec(request.url ?? '')?.[1]);
    const upstream = net.connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
    return undefined;
  });
  return { ...(await listen(server)), requests };
}
