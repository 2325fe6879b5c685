// A thousand endpoints that accept the connection and never answer: how close a run comes to the shortest time that its limits
// allow (entries / concurrency x timeout), and how much memory it needs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inDirectory, runTool, startModule } from './support/process.js';
import { writeRegistry } from './support/registry.js';
import { formatMs, describeFigure } from './table.js';

const [count, concurrency, timeoutMs] = [1_000, 100, 1_000];

/** @returns {Promise<import('./table.js').Row[]>} */
export function measureHanging() {
  return inDirectory(async (directory) => {
    const nodes = await startModule('nodes');
    try {
      const entries = Array.from({ length: count }, (_, index) => ({
        kind: 'grpc',
        url: `127.1.${String(Math.floor(index / 250))}.${String((index % 250) + 1)}:${String(nodes.message.ports.silent)}`,
      }));
      writeRegistry(directory, entries, 10);
      const report = join(directory, 'report.json');
      const bounds = ['--concurrency', String(concurrency), '--timeout', `${String(timeoutMs)}ms`];
      const args = ['check', directory, '--allow-private', '--retries', '0', ...bounds];
      const { rssMb } = await runTool([...args, '--reporter', `json=${report}`]);
      const { durationMs, findings } = JSON.parse(readFileSync(report, 'utf8'));
      const silent = findings.filter(
        (/** @type {{ rule: string }} */ { rule }) => rule === 'net/connect-timeout',
      );
      if (silent.length !== count) throw new Error(`${silent.length} of ${String(count)} were found silent`);
      const floorMs = Math.ceil(count / concurrency) * timeoutMs;
      return [
        describeFigure(
          '1,000 silent endpoints, 100 at once, 1 s each',
          `${formatMs(durationMs)}, ${rssMb.toFixed(0)} MB resident`,
          '<= 1.1 x',
          durationMs <= 1.1 * floorMs,
          { peer: `the shortest that the limits allow, ${formatMs(floorMs)}`, ratio: durationMs / floorMs },
        ),
      ];
    } finally {
      nodes.stop();
    }
  });
}
