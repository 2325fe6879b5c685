import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { exitCodes, UsageError } from '../../engine/exit-code.js';
import { type RawOptions, readOptions } from '../../engine/options/option-rows.js';
import { toKebabCase } from '../../model/write-option.js';
import { isListSource } from '../../query/client/route.js';
import { routes } from '../../query/client/routes.js';
import type { DemoCall } from '../../sandbox/demo-lists.js';
import { type DemoRegistry, startDemoRegistry } from '../../sandbox/demo-registry.js';
import { type CommandLine, type Io, quoteForShell, writeText } from '../io.js';
import { findSqliteDriver } from '../../query/service/database/drivers.js';
import { choosesColor } from '../write-reports.js';
import { type ProgramRunner, showProgram } from './run-program.js';
import { showService } from './service.js';
import { once } from 'node:events';
import type { Report } from '../../model/report.js';

/**
 * `endpoint-check demo`: starts local nodes, writes a registry that lists them, checks it with this program, then serves it and calls the service.
 * With `keep` the nodes stay until an interrupt, which is then no error. Resolves to 0 if every result is as expected.
 */
export async function run(
  _: unknown,
  raw: RawOptions,
  { usageErrors }: CommandLine,
  io: Io,
): Promise<number> {
  if (usageErrors.length > 0) throw new UsageError(usageErrors);
  const options = readOptions('demo', raw, []);
  const interrupt = new AbortController();
  const { signal } = interrupt;
  const stopListening = io.onInterrupt(() => interrupt.abort());
  // With `keep`, closing the terminal is no error either.
  io.onHangup(() => interrupt.abort());
  const directory = await mkdtemp(join(tmpdir(), 'endpoint-check-demo-'));
  const hasDatabase = findSqliteDriver() !== null;
  const unservedRoutes = routes.filter(({ source }) => !isListSource(source)).length;
  const registry = hasDatabase ? await startDemoRegistry() : withoutChainCalls(await startDemoRegistry());
  try {
    await writeFiles(directory, registry);
    const color = choosesColor(options.color, io.stdout, io.env) ? '--color' : '--no-color';
    // Node.js reads NODE_EXTRA_CA_CERTS only when it starts.
    const env = { ...io.env, NODE_EXTRA_CA_CERTS: join(directory, 'authority.pem') };
    const runner: ProgramRunner = { io, cwd: directory, env, signal };
    const differences = await showCheck(runner, registry, color);
    if (!signal.aborted)
      differences.push(...(await showService(runner, registry, { color, hasDatabase, unservedRoutes })));
    if (signal.aborted) return exitCodes.interrupted;
    await writeText(io.stdout, conclude(differences, registry));
    if (options.keep) await keepNodes(runner);
    return differences.length === 0 ? exitCodes.ok : exitCodes.findings;
  } catch (error) {
    // After an interrupt the program may fail in any way.
    if (signal.aborted) return exitCodes.interrupted;
    throw error;
  } finally {
    stopListening();
    await registry.close();
    // A user who works in it may have removed it meanwhile.
    await rm(directory, { recursive: true, force: true });
  }
}

async function writeFiles(directory: string, { files, authority }: DemoRegistry): Promise<void> {
  for (const [path, content] of [...files, ['authority.pem', authority] as const]) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), content);
  }
}

function withoutChainCalls(registry: DemoRegistry): DemoRegistry {
  return { ...registry, calls: registry.calls.filter(isOfLists) };
}

function isOfLists({ args: [name] }: DemoCall): boolean {
  return routes.some((route) => toKebabCase(route.name) === name && isListSource(route.source));
}

function conclude(differences: readonly string[], { entries, calls }: DemoRegistry): string {
  if (differences.length === 0) {
    return `\nThe demo passed: all ${entries.length} verdicts and their reasons are right, and all\n${calls.length} routes of the service answered.\n`;
  }
  return `\nThe demo failed:\n${differences.map((difference) => `  ${difference}\n`).join('')}`;
}

async function keepNodes({ io, cwd, env, signal }: ProgramRunner): Promise<void> {
  const authority = env['NODE_EXTRA_CA_CERTS'] ?? '';
  const commands = [
    ['cd', cwd],
    ['export', `NODE_EXTRA_CA_CERTS=${authority}`],
    [...io.self, 'check', '--peers', '--capabilities', '--allow-private'],
  ];
  const lines = commands.map((words) => `  $ ${words.map(quoteForShell).join(' ')}\n`);
  await writeText(
    io.stdout,
    `\nThe nodes go on until you press Ctrl-C, which also removes the registry. Until\nthen, check it in another terminal:\n\n${lines.join('')}`,
  );
  if (!signal.aborted) await once(signal, 'abort');
}

/** Checks the registry and shows the output. Resolves to the differences from the expected report, one per string. */
async function showCheck(runner: ProgramRunner, registry: DemoRegistry, color: string): Promise<string[]> {
  const { stdout } = runner.io;
  await writeText(stdout, introduce(registry));
  const output = ['--reporter', 'pretty', '--reporter', 'json=report.json', color];
  const ran = await showProgram(runner, ['check', '--peers', '--capabilities', '--allow-private', ...output]);
  await writeText(runner.io.stderr, ran.stderr);
  if (runner.signal.aborted) return [];
  const report = JSON.parse(await readFile(join(runner.cwd, 'report.json'), 'utf8')) as Report;
  const differences = compare(report, registry);
  return ran.exitCode === exitCodes.findings
    ? differences
    : [...differences, `expected exit status ${exitCodes.findings}, got ${ran.exitCode}`];
}

function introduce({ entries, files }: DemoRegistry): string {
  const count = [...files.keys()].filter((path) => /\/(param|chain)\.json$/.test(path)).length;
  return (
    `A registry of ${count} chains, three in param.json and one in chain.json, lists\n${entries.length} endpoints: local nodes, some healthy, some broken in a known way.\n` +
    'Check it:\n\n  $ endpoint-check check --peers --capabilities --allow-private\n\n'
  );
}

function compare(report: Report, { entries }: DemoRegistry): string[] {
  const differences = entries.flatMap(({ provider, url, verdict, rules }) => {
    const index = report.endpoints.findIndex((endpoint) => endpoint.url === url);
    const actualRules = report.findings.filter(({ endpoint }) => endpoint === index).map(({ rule }) => rule);
    const actual = `${report.endpoints[index]?.verdict ?? 'missing'} ${actualRules.sort().join(' ')}`;
    const expected = `${verdict} ${[...rules].sort().join(' ')}`;
    return actual === expected ? [] : [`${provider}: expected ${expected}, got ${actual}`];
  });
  const comma = report.findings.some(({ rule, line }) => rule === 'file/invalid-json' && line === 3);
  return comma
    ? differences
    : [...differences, 'chain/comma/param.json: expected file/invalid-json on line 3, got none'];
}
