import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { exitCodes } from '../engine/exit-code.js';
import type { Report } from '../model/report.js';
import { type DemoRegistry, startDemoRegistry } from '../sandbox/demo-registry.js';
import { type Io, writeText } from './io.js';
import { choosesColor } from './output.js';
import type { RawOptions } from './settings.js';

/**
 * `endpoint-check demo`: starts local nodes, writes a registry that lists them, and runs the program itself over it. Resolves to 0
 * where the report is what the demo promises.
 */
export async function runDemo(options: RawOptions, io: Io): Promise<number> {
  const interrupt = new AbortController();
  const stopListening = io.onInterrupt(() => interrupt.abort());
  const folder = await mkdtemp(join(tmpdir(), 'endpoint-check-demo-'));
  const registry = await startDemoRegistry();
  try {
    await writeFiles(folder, registry);
    const color = choosesColor(options.color, io.stdout, io.env) ? '--color' : '--no-color';
    const output = ['--reporter', 'pretty', '--reporter', 'json=report.json', color];
    await writeText(io.stdout, introduction(registry));
    const exitCode = await runSelf(['check', '--allow-private', ...output], folder, interrupt.signal, io);
    if (interrupt.signal.aborted) return exitCodes.interrupted;
    const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as Report;
    const differences = compare(report, registry);
    if (exitCode !== exitCodes.findings)
      differences.push(`exit status ${exitCode} instead of ${exitCodes.findings}`);
    await writeText(io.stdout, conclude(differences, registry));
    return differences.length === 0 ? exitCodes.ok : exitCodes.findings;
  } finally {
    stopListening();
    await registry.close();
    await rm(folder, { recursive: true });
  }
}

async function writeFiles(folder: string, { files, authority }: DemoRegistry): Promise<void> {
  for (const [path, content] of [...files, ['authority.pem', authority] as const]) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

/** Runs the program once more, as a user would, and passes its output on. Resolves to its exit status. */
async function runSelf(
  args: readonly string[],
  cwd: string,
  signal: AbortSignal,
  io: Io,
): Promise<number | null> {
  const [command = '', ...before] = io.self;
  // Node reads the authorities to trust when it starts.
  const env = { ...io.env, NODE_EXTRA_CA_CERTS: join(cwd, 'authority.pem') };
  const child = spawn(command, [...before, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const interrupt = () => child.kill('SIGINT');
  if (signal.aborted) interrupt();
  signal.addEventListener('abort', interrupt, { once: true });
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await writeText(io.stdout, stdout);
  await writeText(io.stderr, stderr);
  return exited;
}

function introduction({ entries, files }: DemoRegistry): string {
  return (
    `A registry of ${files.size} files lists ${entries.length} endpoints: nodes on this machine, healthy\n` +
    'and broken. What follows is the output of:\n\n  $ endpoint-check check --allow-private\n\n'
  );
}

/** How the report differs from what the demo promises, a sentence each. */
function compare(report: Report, { entries }: DemoRegistry): string[] {
  const differences = entries.flatMap(({ provider, url, verdict, rules }) => {
    const index = report.endpoints.findIndex((endpoint) => endpoint.url === url);
    const found = report.findings.filter(({ endpoint }) => endpoint === index).map(({ rule }) => rule);
    const actual = `${report.endpoints[index]?.verdict ?? 'missing'} ${found.sort().join(' ')}`;
    const expected = `${verdict} ${[...rules].sort().join(' ')}`;
    return actual === expected ? [] : [`${provider}: ${actual} instead of ${expected}`];
  });
  const comma = report.findings.some(({ rule, line }) => rule === 'param/invalid-json' && line === 3);
  return comma ? differences : [...differences, 'chain/comma/param.json: the comma on line 3 was not found'];
}

function conclude(differences: readonly string[], { entries }: DemoRegistry): string {
  if (differences.length === 0)
    return `\nThe demo kept its promise: each of the ${entries.length} verdicts and its reason is right.\n`;
  return `\nThe demo did not keep its promise:\n${differences.map((difference) => `  ${difference}\n`).join('')}`;
}
