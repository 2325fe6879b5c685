// A thousand endpoints that accept the connection and never answer: how close a run comes to the shortest time that its limits
// allow (entries / concurrency x timeout), and how much memory it needs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withFiles } from '../scripts/temporary-files.js';
import { runTool, startModule } from './support/process.js';
import { addressAt, writeRegistry } from './support/registry.js';
import { formatCount, formatMs, holdRatio, type Options, type Row } from './table.js';

const [concurrency, timeoutMs] = [100, 1_000];

export function measureHanging({ quick }: Options): Promise<Row[]> {
  const count = quick ? 200 : 1_000;
  return withFiles([], async (directory) => {
    const nodes = await startModule('nodes');
    try {
      const entries = Array.from({ length: count }, (_, index) => ({
        kind: 'grpc',
        url: `${addressAt(index)}:${nodes.message.ports.silent}`,
      }));
      await writeRegistry(directory, entries, 10);
      const report = join(directory, 'report.json');
      const bounds = ['--concurrency', `${concurrency}`, '--timeout', `${timeoutMs}ms`, '--retries', '0'];
      const args = ['check', directory, '--allow-private', ...bounds, '--reporter', `json=${report}`];
      const { rssMb } = await runTool(args);
      const { durationMs, findings } = JSON.parse(readFileSync(report, 'utf8'));
      const silent = findings.filter(({ rule }: { rule: string }) => rule === 'net/connect-timeout');
      if (silent.length !== count) throw new Error(`${silent.length} of ${count} were found silent`);
      const floorMs = Math.ceil(count / concurrency) * timeoutMs;
      const work = `${formatCount(count)} silent endpoints, 100 at once, 1 s each`;
      const ours = `${formatMs(durationMs)}, ${rssMb.toFixed(0)} MB resident`;
      return [{ ...holdRatio(work, durationMs, ['the shortest that the limits allow', floorMs], 1.1), ours }];
    } finally {
      nodes.stop();
    }
  });
}
