import type { KeyPair } from '../../src/sandbox/certificates.js';
import { hasCaddy, startCaddy } from './caddy.js';
import { hasHaproxy, startHaproxy } from './haproxy.js';
import { hasNginx, startNginx } from './nginx.js';

/**
 * Starts a proxy before a server at a port; resolves to the port at which the proxy listens. `serverTimeout` is how long HAProxy waits for an answer of
 * the server, by default as long as the other proxies do.
 */
type StartFront = (tls: KeyPair, port: number, serverTimeout?: string) => Promise<number>;

/** A TLS proxy before a node, configured by its documentation, until the test ends. */
export interface Front {
  readonly name: string;
  /** Before a gRPC server. */
  readonly startGrpc: StartFront;
  /** Before a server of HTTP and websockets. */
  readonly startHttp: StartFront;
}

// With websockets as in https://nginx.org/en/docs/http/websocket.html.
const upgrade =
  'proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade;';
const upgradeMap = "map $http_upgrade $connection_upgrade { default upgrade; '' close; }";

const nginx: Front = {
  name: 'nginx',
  startGrpc: (tls, port) => startNginx(tls, `grpc_pass grpc://127.0.0.1:${port};`),
  startHttp: (tls, port) =>
    startNginx(tls, `proxy_pass http://127.0.0.1:${port}; ${upgrade}`, 'ssl http2', upgradeMap),
};
const haproxy: Front = {
  name: 'HAProxy',
  startGrpc: (tls, port, serverTimeout = '1m') =>
    startHaproxy(
      tls,
      'alpn h2',
      `timeout connect ${serverTimeout}\ntimeout server ${serverTimeout}\nserver node 127.0.0.1:${port} proto h2`,
    ),
  startHttp: (tls, port, serverTimeout = '1m') =>
    startHaproxy(tls, 'alpn h2,http/1.1', `timeout server ${serverTimeout}\nserver node 127.0.0.1:${port}`),
};
const caddy: Front = {
  name: 'Caddy',
  startGrpc: (tls, port) => startCaddy(tls, `reverse_proxy h2c://127.0.0.1:${port}`),
  startHttp: (tls, port) => startCaddy(tls, `reverse_proxy 127.0.0.1:${port}`),
};

/** The installed proxies; a warning names the missing ones. */
export const fronts: readonly Front[] = [
  { front: nginx, isHere: hasNginx },
  { front: haproxy, isHere: hasHaproxy },
  { front: caddy, isHere: hasCaddy },
].flatMap(({ front, isHere }) => {
  if (!isHere) process.stderr.write(`${front.name} is not installed: real nodes behind it are NOT tested\n`);
  return isHere ? [front] : [];
});
