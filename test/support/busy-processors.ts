import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';

/** Ends by itself if nothing else ends it. */
const spin = 'const end = Date.now() + 600_000; while (Date.now() < end);';

/** Keeps every processor busy until the test ends. */
export async function keepProcessorsBusy(): Promise<void> {
  const workers = Array.from({ length: availableParallelism() }, () => new Worker(spin, { eval: true }));
  onTestFinished(async () => {
    await Promise.all(workers.map((worker) => worker.terminate()));
  });
  await Promise.all(workers.map((worker) => once(worker, 'online')));
}
