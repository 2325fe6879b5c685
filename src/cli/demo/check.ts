import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCodes } from '../../engine/exit-code.js';
import type { Report } from '../../model/report.js';
import type { DemoRegistry } from '../../sandbox/demo-registry.js';
import { writeText } from '../io.js';
import { runProgram, type ProgramRunner } from './run-program.js';

/** Checks the registry, and shows it. Resolves to how the report differs from what the demo promises, a sentence each. */
export async function showCheck(
  self: ProgramRunner,
  registry: DemoRegistry,
  color: string,
): Promise<string[]> {
  const { stdout } = self.io;
  await writeText(stdout, introduce(registry));
  const output = ['--reporter', 'pretty', '--reporter', 'json=report.json', color];
  const ran = await runProgram(self, ['check', '--allow-private', ...output]);
  await writeText(stdout, ran.stdout);
  await writeText(self.io.stderr, ran.stderr);
  if (self.signal.aborted) return [];
  const report = JSON.parse(await readFile(join(self.cwd, 'report.json'), 'utf8')) as Report;
  const differences = compare(report, registry);
  return ran.exitCode === exitCodes.findings
    ? differences
    : [...differences, `exit status ${ran.exitCode} instead of ${exitCodes.findings}`];
}

function introduce({ entries, files }: DemoRegistry): string {
  const count = [...files.keys()].filter((path) => path.endsWith('/param.json')).length;
  return (
    `A registry of ${count} files lists ${entries.length} endpoints: nodes on this machine, healthy\n` +
    'and broken. What follows is the output of:\n\n  $ endpoint-check check --allow-private\n\n'
  );
}

function compare(report: Report, { entries }: DemoRegistry): string[] {
  const differences = entries.flatMap(({ provider, url, verdict, rules }) => {
    const index = report.endpoints.findIndex((endpoint) => endpoint.url === url);
    const found = report.findings.filter(({ endpoint }) => endpoint === index).map(({ rule }) => rule);
    const actual = `${report.endpoints[index]?.verdict ?? 'missing'} ${found.sort().join(' ')}`;
    const expected = `${verdict} ${[...rules].sort().join(' ')}`;
    return actual === expected ? [] : [`${provider}: ${actual} instead of ${expected}`];
  });
  const comma = report.findings.some(({ rule, line }) => rule === 'file/invalid-json' && line === 3);
  return comma ? differences : [...differences, 'chain/comma/param.json: the comma on line 3 was not found'];
}
