// A thousand endpoints that take the connection and never answer: how near a run comes to the shortest time that its bounds
// allow (entries / concurrency x time-out), and how much memory it takes.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [entries, concurrency, timeoutMs] = [1_000, 100, 1_000];
const folder = mkdtempSync(join(tmpdir(), 'endpoint-check-bench-'));
const memory = join(folder, 'memory.cjs');
writeFileSync(
  memory,
  `process.on('exit', () => process.stderr.write(String(process.resourceUsage().maxRSS)))`,
);
// All of 127.0.0.0/8 leads here, so that every endpoint has a host of its own.
const server = createServer(() => undefined).listen(0, '0.0.0.0');
await new Promise((resolve) => server.once('listening', resolve));
const address = server.address();
const port = typeof address === 'object' ? address?.port : 0;

/** @param {number} count */
const list = (count) =>
  Array.from({ length: count }, (_, index) => ({
    provider: 'P',
    url: `127.1.${Math.floor(index / 250)}.${(index % 250) + 1}:${port}`,
  }));

/** @param {number} count */
async function measure(count) {
  const file = join(folder, 'param.json');
  writeFileSync(file, JSON.stringify({ grpc_endpoint: list(count) }));
  const args = ['check', file, '--allow-private', '--retries', '0', '--timeout', `${timeoutMs}ms`];
  const report = join(folder, 'report.json');
  const bounds = ['--concurrency', `${concurrency}`, '--reporter', `json=${report}`];
  const child = spawn(process.execPath, ['--require', memory, 'bin/endpoint-check.js', ...args, ...bounds], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let told = '';
  child.stderr.on('data', (bytes) => (told += String(bytes)));
  await new Promise((resolve) => child.once('close', resolve));
  const { durationMs, summary } = JSON.parse(readFileSync(report, 'utf8'));
  if (summary.failed !== count) throw new Error(`${summary.failed} of ${count} failed`);
  const floorMs = Math.ceil(count / concurrency) * timeoutMs;
  console.log(
    `${String(count).padStart(5)} entries  ${(durationMs / 1_000).toFixed(2)} s  ` +
      `${(durationMs / floorMs).toFixed(3)} x the floor of ${floorMs / 1_000} s  ${Math.round(Number(told) / 1_024)} MiB`,
  );
}

try {
  console.log(`endpoints that hang, ${concurrency} at once, ${timeoutMs} ms each`);
  for (const count of [100, 500, entries]) await measure(count);
} finally {
  server.close();
  rmSync(folder, { recursive: true });
  process.exit();
}
