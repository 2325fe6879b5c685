import type { KeyPair } from '../../src/sandbox/certificates.js';
import { hasCaddy, startCaddy } from './caddy.js';
import { hasHaproxy, startHaproxy } from './haproxy.js';
import { hasNginx, startNginx } from './nginx.js';

/** A TLS proxy before a node, set up as its documentation says, until the test ends. */
export interface Front {
  readonly name: string;
  /** Each starts the proxy before the node at a port, and resolves to the port at which the proxy listens. */
  readonly startGrpc: (tls: KeyPair, port: number) => Promise<number>;
  readonly startEvm: (tls: KeyPair, port: number) => Promise<number>;
}

const nginx: Front = {
  name: 'nginx',
  startGrpc: (tls, port) => startNginx(tls, `grpc_pass grpc://127.0.0.1:${port};`),
  startEvm: (tls, port) => startNginx(tls, `proxy_pass http://127.0.0.1:${port};`),
};
const haproxy: Front = {
  name: 'HAProxy',
  startGrpc: (tls, port) => startHaproxy(tls, 'alpn h2', `server node 127.0.0.1:${port} proto h2`),
  startEvm: (tls, port) => startHaproxy(tls, 'alpn h2,http/1.1', `server node 127.0.0.1:${port}`),
};
const caddy: Front = {
  name: 'Caddy',
  startGrpc: (tls, port) => startCaddy(tls, `reverse_proxy h2c://127.0.0.1:${port}`),
  startEvm: (tls, port) => startCaddy(tls, `reverse_proxy 127.0.0.1:${port}`),
};

/** The proxies that are installed; a warning names the others. */
export const fronts: readonly Front[] = [
  { front: nginx, isHere: hasNginx },
  { front: haproxy, isHere: hasHaproxy },
  { front: caddy, isHere: hasCaddy },
].flatMap(({ front, isHere }) => {
  if (!isHere) process.stderr.write(`${front.name} is not installed: real nodes behind it are NOT tested\n`);
  return isHere ? [front] : [];
});
