import { createRequire } from 'node:module';
import { Readable, Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import type * as Program from '../../src/cli/index.js';
import { probePath, type SpawnedExporter } from '../support/spawn-service.js';
import { ask, readSample } from '../support/http.js';

/** An exporter, and the requests of tests. */
export type Exporter = Pick<SpawnedExporter, 'url' | 'get' | 'probe' | 'read'>;

/**
 * Starts an exporter that may probe this machine, as it is shipped, in the process of the test, and stops it when that ends. `life.slow.test.ts` and
 * `replaced-files.slow.test.ts` cover an exporter in its own process.
 */
export async function startExporter(registry: string, args: readonly string[] = []): Promise<Exporter> {
  const { runMain } = createRequire(import.meta.url)('../../dist/cli.cjs') as typeof Program;
  let stop: () => void = () => undefined;
  let listens: (line: string) => void = () => undefined;
  const listening = new Promise<string>((resolve) => (listens = resolve));
  let log = '';
  const stdout = new Writable({
    write: (chunk: Buffer, _, done) => {
      listens(chunk.toString());
      done();
    },
  });
  const stderr = new Writable({
    write: (chunk: Buffer, _, done) => {
      log += chunk.toString();
      done();
    },
  });
  const options = ['--allow-private', '--retries', '0', '--port', '0', ...args];
  const ended = runMain(['exporter', registry, ...options], {
    cwd: process.cwd(),
    env: {},
    stdin: Readable.from([]),
    stdout,
    stderr,
    self: [process.execPath, 'bin/endpoint-check.js'],
    onInterrupt: (callback) => {
      stop = callback;
      return () => undefined;
    },
    onHangup: () => undefined,
  });
  onTestFinished(async () => {
    stop();
    await ended;
  });
  const refused = ended.then(() => Promise.reject(new Error(`it ended: ${log}`)));
  refused.catch(() => undefined);
  const [url = ''] = (await Promise.race([listening, refused])).split('\n');
  const get: Exporter['get'] = (path, headers = {}) => ask(url, path, { headers });
  return {
    url,
    get,
    probe: (kind, target, { chain, headers = {} } = {}) => get(probePath(kind, target, chain), headers),
    read: async (sample) => readSample((await get('/metrics')).body, sample),
  };
}
