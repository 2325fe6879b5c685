import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { hasPostgres } from '../support/postgres.js';

/** `KILLS_SEED` repeats a run: what is killed in which order, and what clients ask for. Without one, each run has its own. */
const seed = process.env['KILLS_SEED'];
/** Of load; `KILLS_SECONDS=30` is the long version. */
const seconds = process.env['KILLS_SECONDS'] ?? '10';

/** Runs the load, which exits with 0 where every answer was right and every error a documented one. */
async function runKills(...args: readonly string[]) {
  const seeded = seed === undefined ? [] : ['--seed', seed];
  const child = spawn(
    process.execPath,
    ['bench/service-kills.js', '--seconds', seconds, ...seeded, ...args],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const exited = once(child, 'exit');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = (await exited) as [number | null];
  return { status, output: stdout + stderr };
}

/** Ends what hangs: beside the load, the service may need two minutes to come back. */
const patient = { timeout: 400_000 };

test('pages stay right while nodes and instances are killed', patient, async () => {
  const { status, output } = await runKills();
  expect(status, output).toBe(0);
});

test.runIf(hasPostgres)('pages stay right while Postgres is killed as well', patient, async () => {
  const { status, output } = await runKills('--postgres');
  expect(status, output).toBe(0);
});
