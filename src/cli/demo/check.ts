import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCodes } from '../../engine/exit-code.js';
import type { Report } from '../../model/report.js';
import type { DemoRegistry } from '../../sandbox/demo-registry.js';
import { writeText } from '../io.js';
import { showProgram, type ProgramRunner } from './run-program.js';

/** Checks the registry and shows the output. Resolves to the differences from the expected report, one per string. */
export async function showCheck(
  runner: ProgramRunner,
  registry: DemoRegistry,
  color: string,
): Promise<string[]> {
  const { stdout } = runner.io;
  await writeText(stdout, introduce(registry));
  const output = ['--reporter', 'pretty', '--reporter', 'json=report.json', color];
  const ran = await showProgram(runner, ['check', '--peers', '--allow-private', ...output]);
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
    'Check it:\n\n  $ endpoint-check check --peers --allow-private\n\n'
  );
}

function compare(report: Report, { entries }: DemoRegistry): string[] {
  const differences = entries.flatMap(({ provider, url, verdict, rules }) => {
    const index = report.endpoints.findIndex((endpoint) => endpoint.url === url);
    const found = report.findings.filter(({ endpoint }) => endpoint === index).map(({ rule }) => rule);
    const actual = `${report.endpoints[index]?.verdict ?? 'missing'} ${found.sort().join(' ')}`;
    const expected = `${verdict} ${[...rules].sort().join(' ')}`;
    return actual === expected ? [] : [`${provider}: expected ${expected}, got ${actual}`];
  });
  const comma = report.findings.some(({ rule, line }) => rule === 'file/invalid-json' && line === 3);
  return comma
    ? differences
    : [...differences, 'chain/comma/param.json: expected file/invalid-json on line 3, got none'];
}
