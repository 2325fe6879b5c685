import { randomBytes } from 'node:crypto';
import { wrapAnsi } from 'fast-wrap-ansi';
import { exitCodes } from '../../engine/exit-code.js';
import type { DemoCall } from '../../sandbox/demo-lists.js';
import type { DemoRegistry } from '../../sandbox/demo-registry.js';
import { writeText } from '../io.js';
import { runProgram, type ProgramRunner, startProgram } from './run-program.js';

/**
 * Serves the registry, smoke-tests the service and calls each of its routes, and shows all of it. Resolves to what did not come as
 * the demo promises, a sentence each.
 */
export async function showService(
  self: ProgramRunner,
  registry: DemoRegistry,
  color: string,
): Promise<string[]> {
  const { stdout } = self.io;
  const token = randomBytes(16).toString('hex');
  const args = ['serve', '--allow-private', '--port', '0'];
  await writeText(stdout, introduction);
  const env = { ...self.env, ENDPOINT_CHECK_TOKENS: token };
  const { line: baseUrl, stop } = await startProgram({ ...self, env }, args);
  try {
    await writeText(stdout, `${baseUrl}\n\n  $ export ENDPOINT_CHECK_BASE_URL=${baseUrl}\n`);
    const user: ProgramRunner = {
      ...self,
      env: { ...self.env, ENDPOINT_CHECK_BASE_URL: baseUrl, ENDPOINT_CHECK_TOKEN: token },
    };
    const differences = await showSmoke(user, registry.served, color);
    for (const call of registry.calls) differences.push(...(await showCall(user, call)));
    return differences;
  } finally {
    await stop();
  }
}

const introduction = `
The same registry has lists of assets. The query API is served from them, and
from the nodes that passed:

  $ export ENDPOINT_CHECK_TOKENS=$token ENDPOINT_CHECK_TOKEN=$token
  $ endpoint-check serve --allow-private --port 0 2> access.log &

`;

async function showSmoke(self: ProgramRunner, network: string, color: string): Promise<string[]> {
  const ran = await show(self, ['smoke', network], [color]);
  return ran.exitCode === exitCodes.ok ? [] : [`smoke: exit status ${ran.exitCode}: ${ran.stderr}`];
}

async function showCall(self: ProgramRunner, { args, holds }: DemoCall): Promise<string[]> {
  const ran = await show(self, ['query', ...args], []);
  const lacks = holds.filter((text) => !ran.stdout.includes(text));
  return ran.exitCode === exitCodes.ok && lacks.length === 0
    ? []
    : [`${args.join(' ')}: exit status ${ran.exitCode}, the answer lacks ${lacks.join(', ')}: ${ran.stderr}`];
}

/** Runs a command, and shows it with what it prints. */
async function show(self: ProgramRunner, args: readonly string[], unshown: readonly string[]) {
  if (self.signal.aborted) return { exitCode: exitCodes.interrupted, stdout: '', stderr: '' };
  const ran = await runProgram(self, [...args, ...unshown]);
  await writeText(self.io.stdout, `\n${formatCommand(args)}\n\n${ran.stdout}`);
  return ran;
}

/** A command in lines of 80 columns, as a shell takes it. */
function formatCommand(args: readonly string[]): string {
  const lines = wrapAnsi(`endpoint-check ${args.join(' ')}`, 72).split('\n');
  return `  $ ${lines.join(' \\\n      ')}`;
}
