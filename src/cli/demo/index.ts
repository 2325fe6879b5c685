import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { exitCodes } from '../../engine/exit-code.js';
import { type DemoRegistry, startDemoRegistry } from '../../sandbox/demo-registry.js';
import { type Io, writeText } from '../io.js';
import { choosesColor } from '../output.js';
import type { RawOptions } from '../raw-options.js';
import { showCheck } from './check.js';
import type { ProgramRunner } from './run-program.js';
import { showService } from './service.js';

/**
 * `endpoint-check demo`: starts local nodes, writes a registry that lists them, runs the program itself over it, then serves it and
 * asks the service. Resolves to 0 where all comes as the demo promises.
 */
export async function runDemo(options: RawOptions, io: Io): Promise<number> {
  const interrupt = new AbortController();
  const { signal } = interrupt;
  const stopListening = io.onInterrupt(() => interrupt.abort());
  const directory = await mkdtemp(join(tmpdir(), 'endpoint-check-demo-'));
  const registry = await startDemoRegistry();
  try {
    await writeFiles(directory, registry);
    const color = choosesColor(options.color, io.stdout, io.env) ? '--color' : '--no-color';
    // Node reads the authorities to trust when it starts.
    const env = { ...io.env, NODE_EXTRA_CA_CERTS: join(directory, 'authority.pem') };
    const self: ProgramRunner = { io, cwd: directory, env, signal };
    const differences = await showCheck(self, registry, color);
    if (!signal.aborted) differences.push(...(await showService(self, registry, color)));
    if (signal.aborted) return exitCodes.interrupted;
    await writeText(io.stdout, conclude(differences, registry));
    return differences.length === 0 ? exitCodes.ok : exitCodes.findings;
  } catch (error) {
    // What is interrupted ends in whatever way.
    if (signal.aborted) return exitCodes.interrupted;
    throw error;
  } finally {
    stopListening();
    await registry.close();
    await rm(directory, { recursive: true });
  }
}

async function writeFiles(directory: string, { files, authority }: DemoRegistry): Promise<void> {
  for (const [path, content] of [...files, ['authority.pem', authority] as const]) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), content);
  }
}

function conclude(differences: readonly string[], { entries, calls }: DemoRegistry): string {
  if (differences.length === 0)
    return `\nThe demo kept its promise: each of the ${entries.length} verdicts and its reason is right, and\neach of the ${calls.length} routes of the service is answered.\n`;
  return `\nThe demo did not keep its promise:\n${differences.map((difference) => `  ${difference}\n`).join('')}`;
}
