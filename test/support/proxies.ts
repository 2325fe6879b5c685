import { spawnSync } from 'node:child_process';
import type { KeyPair } from '../../src/sandbox/certificates.js';
import { createDirectory } from './directory.js';
import { findFreePort } from './ports.js';
import { runListener } from './servers.js';

/** Whether nginx is installed here. */
export const hasNginx = spawnSync('nginx', ['-v']).error === undefined;

/**
 * Starts nginx as a TLS proxy on 127.0.0.1 until the test ends. `location` is the body of `location / { … }`;
 * `listen` what follows the port in `listen`; `http` more lines of `http { … }`. Resolves to the port.
 */
export async function startNginx(
  tls: KeyPair,
  location: string,
  listen = 'ssl http2',
  http = '',
): Promise<number> {
  const port = await findFreePort();
  const directory = await createDirectory({
    'key.pem': tls.key,
    'cert.pem': tls.cert,
    'nginx.conf': `
      daemon off;
      master_process off;
      pid nginx.pid;
      error_log stderr crit;
      events {}
      http {
        access_log off;
        client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
        uwsgi_temp_path uwsgi; scgi_temp_path scgi;
        ${http}
        server {
          listen 127.0.0.1:${port} ${listen};
          ssl_certificate cert.pem;
          ssl_certificate_key key.pem;
          ssl_protocols TLSv1.2 TLSv1.3;
          location / { ${location} }
        }
      }`,
  });
  const command = ['nginx', '-p', directory, '-c', 'nginx.conf', '-e', 'stderr'];
  await runListener(port, command, { stdio: 'inherit' });
  return port;
}

/** Whether HAProxy is installed here. */
export const hasHaproxy = spawnSync('haproxy', ['-v']).error === undefined;

/**
 * Starts HAProxy as a TLS proxy on 127.0.0.1 until the test ends. `bind` is what follows the certificate in `bind`; `backend` the
 * lines of its only backend. Resolves to the port.
 */
export async function startHaproxy(tls: KeyPair, bind: string, backend: string): Promise<number> {
  const port = await findFreePort();
  const directory = await createDirectory({
    'pair.pem': `${tls.cert}\n${tls.key}`,
    'haproxy.cfg': [
      'defaults',
      '  mode http',
      '  timeout connect 1m',
      '  timeout client 1m',
      '  timeout server 1m',
      'frontend front',
      `  bind 127.0.0.1:${port} ssl crt pair.pem ${bind}`,
      '  default_backend back',
      'backend back',
      ...backend.split('\n').map((line) => `  ${line.trim()}`),
      '',
    ].join('\n'),
  });
  await runListener(port, ['haproxy', '-db', '-q', '-C', directory, '-f', 'haproxy.cfg'], {
    stdio: 'ignore',
  });
  return port;
}

/** Whether Caddy is installed here. */
export const hasCaddy = spawnSync('caddy', ['version']).error === undefined;

/** Starts Caddy as a TLS proxy on 127.0.0.1 until the test ends. `site` configures its only site. Resolves to the port. */
export async function startCaddy(tls: KeyPair, site: string): Promise<number> {
  const port = await findFreePort();
  const directory = await createDirectory({
    'key.pem': tls.key,
    'cert.pem': tls.cert,
    Caddyfile: `
      {
        admin off
        auto_https off
        servers {
          protocols h1 h2
        }
      }
      https://localhost:${port} {
        bind 127.0.0.1
        tls cert.pem key.pem
        ${site}
      }`,
  });
  await runListener(port, ['caddy', 'run', '--config', 'Caddyfile', '--adapter', 'caddyfile'], {
    cwd: directory,
    // Its own files belong to the test.
    env: { ...process.env, HOME: directory, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory },
    stdio: 'ignore',
  });
  return port;
}

/**
 * Starts a proxy before a server at a port; resolves to the port at which the proxy listens. `serverTimeout` is how long HAProxy waits for an answer of
 * the server, by default as long as the other proxies do.
 */
type StartFront = (tls: KeyPair, port: number, serverTimeout?: string) => Promise<number>;

/** A TLS proxy before a node, configured by its documentation, until the test ends. */
interface Front {
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
