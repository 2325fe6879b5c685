import { randomBytes } from 'node:crypto';
import { wrapAnsi } from 'fast-wrap-ansi';
import { exitCodes } from '../../engine/exit-code.js';
import type { DemoCall } from '../../sandbox/demo-lists.js';
import type { DemoRegistry } from '../../sandbox/demo-registry.js';
import { driverInstallation } from '../../query/service/database/drivers.js';
import { writeText } from '../io.js';
import { type ProgramRunner, runProgram, showProgram, startProgram } from './run-program.js';

/**
 * Serves the registry, smoke-tests the service and calls each of its routes, and shows the output. Resolves to the differences from
 * the expected answers, one per string.
 */
export async function showService(
  runner: ProgramRunner,
  registry: DemoRegistry,
  {
    color,
    hasDatabase,
    unservedRoutes,
  }: { readonly color: string; readonly hasDatabase: boolean; readonly unservedRoutes: number },
): Promise<string[]> {
  const { stdout } = runner.io;
  const token = randomBytes(16).toString('hex');
  const args = ['serve', '--allow-private', '--port', '0', ...(hasDatabase ? [] : ['--no-database'])];
  await writeText(stdout, introduce(args));
  const env = { ...runner.env, ENDPOINT_CHECK_TOKENS: token };
  const { line: baseUrl, stop } = await startProgram({ ...runner, env }, args);
  try {
    await writeText(stdout, `${baseUrl}\n\n  $ export ENDPOINT_CHECK_BASE_URL=${baseUrl}\n`);
    const user: ProgramRunner = {
      ...runner,
      env: { ...runner.env, ENDPOINT_CHECK_BASE_URL: baseUrl, ENDPOINT_CHECK_TOKEN: token },
    };
    if (!hasDatabase)
      await writeText(
        stdout,
        `\nThe ${unservedRoutes} routes of events and holders need Node 22.13 or later, or:\n${driverInstallation}\nWithout it, the next command shows them as failed.\n`,
      );
    // The smoke test fails without a database.
    const expected = hasDatabase ? exitCodes.ok : exitCodes.findings;
    const differences = await showSmoke(user, ['smoke', registry.served], color, expected);
    for (const call of registry.calls) differences.push(...(await showCall(user, call)));
    return differences;
  } finally {
    await stop();
  }
}

const introduce = (args: readonly string[]) => `
The registry also lists assets. Serve the query API from these lists and from
the nodes that passed:

  $ export ENDPOINT_CHECK_TOKENS=$token ENDPOINT_CHECK_TOKEN=$token
  $ endpoint-check ${args.join(' ')} 2> access.log &

`;

const failsWithoutDatabase = `
This Node has no database, so the routes of events and holders fail in this test:
`;

async function showSmoke(
  runner: ProgramRunner,
  args: readonly string[],
  color: string,
  expected: number,
): Promise<string[]> {
  if (runner.signal.aborted) return [];
  const fails = expected === exitCodes.ok ? '' : failsWithoutDatabase;
  await writeText(runner.io.stdout, `${fails}\n${formatCommand(args)}\n\n`);
  const ran = await showProgram(runner, [...args, color]);
  return ran.exitCode === expected
    ? []
    : [`smoke: expected exit status ${expected}, got ${ran.exitCode}: ${ran.stderr}`];
}

async function showCall(runner: ProgramRunner, { args, holds }: DemoCall): Promise<string[]> {
  if (runner.signal.aborted) return [];
  const command = ['query', ...args];
  const ran = await runProgram(runner, command);
  await writeText(runner.io.stdout, `\n${formatCommand(command)}\n\n${ran.stdout}`);
  const missing = holds.filter((text) => !ran.stdout.includes(text));
  return ran.exitCode === exitCodes.ok && missing.length === 0
    ? []
    : [
        `query ${args.join(' ')}: exit status ${ran.exitCode}, missing in the answer: ${missing.join(', ')} ${ran.stderr}`,
      ];
}

/** A command wrapped to 80 columns, so that a shell can run it. */
function formatCommand(args: readonly string[]): string {
  const lines = wrapAnsi(`endpoint-check ${args.join(' ')}`, 72).split('\n');
  return `  $ ${lines.join(' \\\n      ')}`;
}
