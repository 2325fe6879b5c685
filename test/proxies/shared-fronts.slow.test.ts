import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { request } from 'undici';
import { WebSocket } from 'ws';
import { holdClosedPort } from '../../src/sandbox/server.js';
import { startAnvil } from '../support/anvil.js';
import { runForReport } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { findFreePort } from '../support/ports.js';
import { runListener, use } from '../support/servers.js';

/** Ports on 127.0.0.1: where a front listens, and two nodes. It passes on to `gone` what is for a host whose name begins so. */
interface Ports {
  readonly own: number;
  readonly node: number;
  readonly gone: number;
}

/** A program as Debian packages it, configured by its documentation without more than it needs to pass HTTP on. */
interface Program {
  /** Its arguments; `ADDRESS` is where it listens, if they say so. */
  readonly command: readonly [program: string, ...args: string[]];
  /** The file that its arguments name: `front`, with the ending that it wants. */
  readonly configure: (ports: Ports) => string;
}

/** Fronts that many nodes share, by their names. */
const sharedFronts = {
  HAProxy: {
    command: ['haproxy', '-db', '-q', '-f', 'front.conf'],
    configure: ({ own, node, gone }) => `
defaults
  mode http
  retries 0
  timeout connect 1m
  timeout client 1m
  timeout server 1m
frontend front
  bind 127.0.0.1:${own}
  use_backend gone if { hdr_beg(host) gone }
  default_backend nodes
backend gone
  server s 127.0.0.1:${gone}
backend nodes
  server s 127.0.0.1:${node}
`,
  },
  Varnish: {
    command: [
      'varnishd',
      '-F',
      '-j',
      'none',
      '-n',
      'work',
      '-f',
      'front.vcl',
      '-s',
      'default,10m',
      '-a',
      'ADDRESS',
    ],
    configure: ({ node, gone }) => `
vcl 4.1;
backend nodes { .host = "127.0.0.1"; .port = "${node}"; }
backend gone { .host = "127.0.0.1"; .port = "${gone}"; }
sub vcl_recv {
  if (req.http.host ~ "^gone") { set req.backend_hint = gone; } else { set req.backend_hint = nodes; }
  return (pass);
}`,
  },
  Squid: {
    command: ['squid', '-N', '-f', 'front.conf'],
    configure: ({ own, node, gone }) => `
http_port 127.0.0.1:${own} accel vhost
cache_peer 127.0.0.1 parent ${node} 0 no-query originserver name=nodes
cache_peer 127.0.0.1 parent ${gone} 0 no-query originserver name=gone
acl gone dstdom_regex ^gone
cache_peer_access gone allow gone
cache_peer_access nodes deny gone
http_access allow all
cache deny all
shutdown_lifetime 0 seconds
pid_filename none
access_log none
cache_log /dev/null
visible_hostname localhost
`,
  },
  lighttpd: {
    command: ['lighttpd', '-D', '-f', 'front.conf'],
    configure: ({ own, node, gone }) => `
server.modules = ("mod_proxy")
server.document-root = "/var/empty"
server.bind = "127.0.0.1"
server.port = ${own}
proxy.server = ("" => (("host" => "127.0.0.1", "port" => ${node})))
$HTTP["host"] =~ "^gone" { proxy.server = ("" => (("host" => "127.0.0.1", "port" => ${gone}))) }
`,
  },
  h2o: {
    command: ['h2o', '-c', 'front.conf'],
    configure: ({ own, node, gone }) => `
listen: { host: 127.0.0.1, port: ${own} }
hosts:
  # The first one is for all other names too.
  "nodes.localhost:${own}": { paths: { /: { proxy.reverse.url: "http://127.0.0.1:${node}/" } } }
  "gone.nodes.localhost:${own}": { paths: { /: { proxy.reverse.url: "http://127.0.0.1:${gone}/" } } }
`,
  },
  // Without servers, as for a Kubernetes service whose pods are not ready. Debian has no package of it.
  Traefik: {
    command: [
      'traefik',
      '--providers.file.filename=front.yaml',
      '--log.level=FATAL',
      '--entryPoints.web.address=ADDRESS',
    ],
    configure: ({ node }) => `
http:
  routers:
    nodes: { entryPoints: [web], rule: 'PathPrefix("/")', service: nodes }
    gone: { entryPoints: [web], rule: 'HostRegexp("^gone")', service: gone, priority: 1000 }
  services:
    nodes: { loadBalancer: { servers: [{ url: "http://127.0.0.1:${node}" }] } }
    gone: { loadBalancer: { servers: [] } }
`,
  },
} as const satisfies Readonly<Record<string, Program>>;
type SharedFront = keyof typeof sharedFronts;

/** Whether a front is installed here. */
function hasSharedFront(name: SharedFront): boolean {
  return spawnSync(sharedFronts[name].command[0], ['-v']).error === undefined;
}

/** Starts a front in plain HTTP on 127.0.0.1 until the test ends; resolves to its port. */
async function startSharedFront(name: SharedFront, node: number, gone: number): Promise<number> {
  const own = await findFreePort();
  const { command, configure } = sharedFronts[name];
  const [program, ...args] = command;
  const [file = ''] = /front\.\w+/.exec(args.join(' ')) ?? [];
  const cwd = await createDirectory({ [file]: configure({ own, node, gone }) });
  const located = args.map((arg) =>
    arg.replace(file, join(cwd, file)).replace('ADDRESS', `127.0.0.1:${own}`),
  );
  // Those that have workers end them.
  await runListener(own, [program, ...located], { cwd, stdio: 'ignore', endBy: 'SIGTERM' });
  return own;
}

const names = Object.keys(sharedFronts) as readonly SharedFront[];

/** A node, and one that ended, behind one front: as HTTP and as a websocket. */
const passed = { 'http://up': 'pass', 'http://gone': 'fail http/upstream-down' };
const swallowsUpgrades = {
  ...passed,
  'ws://up': 'fail evm-ws/upgrade-refused',
  'ws://gone': 'fail http/upstream-down',
};
const expected: Readonly<Record<SharedFront, Readonly<Record<string, string>>>> = {
  HAProxy: { ...swallowsUpgrades, 'ws://up': 'pass' },
  Traefik: { ...swallowsUpgrades, 'ws://up': 'pass' },
  Varnish: swallowsUpgrades,
  Squid: swallowsUpgrades,
  lighttpd: swallowsUpgrades,
  h2o: swallowsUpgrades,
};

/** The verdict of each endpoint with its rules, of one run. */
async function check(urls: readonly string[]): Promise<readonly string[]> {
  const entries = urls.map((url) =>
    JSON.stringify({ kind: url.startsWith('ws') ? 'evm-ws' : 'evm', url, chain: 'a' }),
  );
  const cwd = await createDirectory({ 'entries.jsonl': `${entries.join('\n')}\n` });
  const { report } = await runForReport(['entries.jsonl', '--allow-private', '--retries', '0'], { cwd });
  return report.endpoints.map(({ verdict }, index) => {
    const rules = report.findings.filter(
      ({ endpoint, rule }) => endpoint === index && rule !== 'http/plaintext',
    );
    return [verdict, ...rules.map(({ rule }) => rule)].join(' ');
  });
}

/** Whether a client gets what it needs of a host, whose name it need not resolve. */
async function works(origin: string, port: number): Promise<boolean> {
  const { protocol, hostname } = new URL(origin);
  const headers = { host: `${hostname}.nodes.localhost:${port}`, 'content-type': 'application/json' };
  if (protocol === 'ws:') {
    const socket = new WebSocket(`ws://127.0.0.1:${port}`, { headers, handshakeTimeout: 3_000 });
    return once(socket, 'open').then(
      () => (socket.terminate(), true),
      () => false,
    );
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] });
  const { statusCode } = await request(`http://127.0.0.1:${port}`, { method: 'POST', headers, body });
  return statusCode === 200;
}

describe.each(names)('%s before a node and one that ended', (name) => {
  if (!hasSharedFront(name))
    process.stderr.write(`${name} is not installed: nodes behind it are NOT tested\n`);

  test.runIf(hasSharedFront(name))('is judged for each of them, as clients see it', async () => {
    const { port: gone } = await use(holdClosedPort());
    const port = await startSharedFront(name, await startAnvil(), gone);
    const origins = Object.keys(expected[name]);
    const outcomes = await check(origins.map((origin) => `${origin}.nodes.localhost:${port}`));
    expect(Object.fromEntries(origins.map((origin, at) => [origin, outcomes[at]]))).toEqual(expected[name]);
    for (const [at, origin] of origins.entries()) {
      expect(await works(origin, port), origin).toBe(outcomes[at] === 'pass');
    }
  });
});
