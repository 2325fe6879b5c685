import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createDirectory } from './directory.js';
import { findFreePort } from './free-port.js';
import { waitForListener } from './listener.js';

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
export const sharedFronts = {
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
export type SharedFront = keyof typeof sharedFronts;

/** Whether a front is installed here. */
export function hasSharedFront(name: SharedFront): boolean {
  return spawnSync(sharedFronts[name].command[0], ['-v']).error === undefined;
}

/** Starts a front in plain HTTP on 127.0.0.1 until the test ends; resolves to its port. */
export async function startSharedFront(name: SharedFront, node: number, gone: number): Promise<number> {
  const own = await findFreePort();
  const { command, configure } = sharedFronts[name];
  const [program, ...args] = command;
  const [file = ''] = /front\.\w+/.exec(args.join(' ')) ?? [];
  const cwd = await createDirectory({ [file]: configure({ own, node, gone }) });
  const located = args.map((arg) =>
    arg.replace(file, join(cwd, file)).replace('ADDRESS', `127.0.0.1:${own}`),
  );
  const front = spawn(program, located, { cwd, stdio: 'ignore' });
  const exited = once(front, 'exit');
  onTestFinished(async () => {
    // Those that have workers end them.
    front.kill('SIGTERM');
    await exited;
  });
  await waitForListener(own);
  return own;
}
