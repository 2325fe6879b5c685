import { onTestFinished } from 'vitest';
import { createDirectory } from './directory.js';
import { ask, type RawAnswer } from './http.js';
import { type SpawnedServer, spawnServer } from './spawn-service.js';

/** The lists of a chain, by their names below `apis`. */
export type Apis = Readonly<Record<string, readonly (string | object)[]>>;

/** The text of the file of a chain, in a registry such as cosmos/chain-registry. */
export function formatChain(apis: Apis, fields: Readonly<Record<string, unknown>> = {}): string {
  const lists = Object.entries(apis).map(([name, entries]) => [
    name,
    entries.map((entry) => (typeof entry === 'string' ? { address: entry, provider: 'Sandbox' } : entry)),
  ]);
  return JSON.stringify({ chain_name: 'sandbox', ...fields, apis: Object.fromEntries(lists) as object });
}

/** Writes a registry, a chain with these lists each; it is removed when the test ends. */
export async function createRegistry(chains: Readonly<Record<string, Apis>>): Promise<string> {
  const files = Object.entries(chains).map(([chain, apis]) => [`${chain}/chain.json`, formatChain(apis)]);
  return createDirectory(Object.fromEntries(files) as Record<string, string>);
}

/** An exporter, and the requests of tests. */
export interface SpawnedExporter extends SpawnedServer {
  /** Sends a request on a new connection. */
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<RawAnswer>;
  /** Probes an endpoint; the chain may be left out. */
  readonly probe: (
    kind: string,
    target: string,
    options?: { readonly chain?: string; readonly headers?: Readonly<Record<string, string>> },
  ) => Promise<RawAnswer>;
  /** The value of one of the exporter's own metrics, by its name and labels; null if there is none. */
  readonly read: (sample: string) => Promise<number | null>;
}

/** Starts an exporter that may probe this machine, and stops it when the test ends. */
export async function startExporter(
  registry: string,
  args: readonly string[] = [],
): Promise<SpawnedExporter> {
  const server = await spawnServer(['exporter', registry, '--allow-private', '--retries', '0', ...args]);
  onTestFinished(async () => {
    await server.stop();
  });
  const get: SpawnedExporter['get'] = (path, headers = {}) => ask(server.url, path, { headers });
  return {
    ...server,
    get,
    probe: (kind, target, { chain, headers = {} } = {}) => get(probePath(kind, target, chain), headers),
    read: async (sample) => readSample((await get('/metrics')).body, sample),
  };
}

/** A group of targets of service discovery. */
interface TargetGroup {
  readonly targets: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
}

/** The targets of service discovery. */
export async function listTargets(
  exporter: Pick<SpawnedExporter, 'get'>,
  headers: Readonly<Record<string, string>> = {},
): Promise<readonly TargetGroup[]> {
  return JSON.parse((await exporter.get('/targets', headers)).body) as TargetGroup[];
}

/** The path by which an endpoint is probed. */
export function probePath(kind: string, target: string, chain?: string): string {
  const query = new URLSearchParams({ kind, target, ...(chain === undefined ? {} : { chain }) });
  return `/probe?${query.toString()}`;
}

/** The value of a sample in a text of metrics, by its name and labels as they are written; null if there is none. */
export function readSample(text: string, sample: string): number | null {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${sample} `));
  return line === undefined ? null : Number(line.slice(sample.length));
}

/** The verdict in the metrics of an endpoint. */
export function readVerdict(text: string): string | null {
  return /^endpoint_check_verdict\{verdict="(\w+)"\} 1$/m.exec(text)?.[1] ?? null;
}

/** The rules of an endpoint's findings, sorted. */
export function readRules(text: string): readonly string[] {
  return [...text.matchAll(/^endpoint_check_finding\{rule="([^"]+)"/gm)].map(([, rule = '']) => rule).sort();
}
