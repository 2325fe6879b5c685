import { onTestFinished } from 'vitest';
import { runHere } from '../support/command-line.js';
import { createExporterRequests, type Exporter } from '../support/spawn-service.js';

/**
 * Starts an exporter that may probe this machine, as it is shipped, in the process of the test, and stops it when that ends. `life.slow.test.ts` and
 * `replaced-files.slow.test.ts` cover an exporter in its own process.
 */
export async function startExporter(registry: string, args: readonly string[] = []): Promise<Exporter> {
  let stop: () => void = () => undefined;
  let ended: Promise<{ readonly stderr: string }> | undefined;
  onTestFinished(async () => {
    stop();
    await ended;
  });
  const url = await new Promise<string>((listens, reject) => {
    const options = ['--allow-private', '--retries', '0', '--port', '0', ...args];
    ended = runHere(['exporter', registry, ...options], {
      onOutput: (text) => listens(text.split('\n')[0] ?? ''),
      onInterrupt: (interrupt) => (stop = interrupt),
    });
    ended.then(({ stderr }) => reject(new Error(`it ended: ${stderr}`)), reject);
  });
  return createExporterRequests(url);
}
