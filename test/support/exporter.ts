import { onTestFinished } from 'vitest';
import { ask, type RawAnswer, readSample } from './http.js';
import { type SpawnedServer, spawnServer } from './spawn-service.js';

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

/** The verdict in the metrics of an endpoint. */
export function readVerdict(text: string): string | null {
  return /^endpoint_check_verdict\{verdict="(\w+)"\} 1$/m.exec(text)?.[1] ?? null;
}

/** The rules of an endpoint's findings, sorted. */
export function readRules(text: string): readonly string[] {
  return [...text.matchAll(/^endpoint_check_finding\{rule="([^"]+)"/gm)].map(([, rule = '']) => rule).sort();
}
