import { CommanderError } from 'commander';
import { exitCodes } from '../engine/exit-code.js';
import { UsageError } from '../engine/usage-error.js';
import { suggestNearest } from '../model/describe-unknown.js';
import { expandWildcards } from './expand-wildcards.js';
import { type Io, writeText } from './io.js';
import { createProgram } from './program.js';

/**
 * Runs the command of a command line. Resolves to its exit status; rejects with a UsageError, or where the program itself fails. `named` gets
 * the names of the command and its subcommand.
 */
export async function runCommand(argv: readonly string[], named: string[], io: Io): Promise<number> {
  let exitCode: number = exitCodes.ok;
  const program = createProgram(
    {
      check: async (paths, options) => {
        const { runCheck } = await import('./check.js');
        const commands = argv[0] === 'check' ? [] : [...program.commands.map((each) => each.name()), 'help'];
        return runCheck(
          expandWildcards(paths, io.cwd),
          options,
          { usageErrors: program.usageErrors, commands },
          io,
        );
      },
      probe: async (kind, urls, options) => {
        const { runProbe } = await import('./probe-endpoints.js');
        return runProbe(kind, urls, options, program.usageErrors, io);
      },
      add: async (args, options) => {
        const { runAdd } = await import('./add.js');
        return runAdd(args, options, program.usageErrors, io);
      },
      remove: async (addresses, options) => {
        const { runRemove } = await import('./remove.js');
        return runRemove(addresses, options, program.usageErrors, io);
      },
      history: async (files, options) => {
        const { runHistory } = await import('./history.js');
        return runHistory(expandWildcards(files, io.cwd), options, program.usageErrors, io);
      },
      merge: async (paths, options) => {
        const { runMerge } = await import('./merge.js');
        return runMerge(expandWildcards(paths, io.cwd), options, program.usageErrors, io);
      },
      query: async (args, options) => {
        const { runQuery } = await import('./query.js');
        return runQuery(args, options, program.usageErrors, io);
      },
      smoke: async (networks, options) => {
        const { runSmokeTest } = await import('./smoke.js');
        return runSmokeTest(networks, options, program.usageErrors, io);
      },
      serve: async (registry, options) => {
        const { runServe } = await import('./serve.js');
        return runServe(registry, options, program.usageErrors, io);
      },
      exporter: async (registry, options) => {
        const { runExporter } = await import('./exporter.js');
        return runExporter(registry, options, program.usageErrors, io);
      },
      explain: async (rule) => {
        if (program.usageErrors.length > 0) throw new UsageError(program.usageErrors);
        const { runExplain } = await import('./explain.js');
        return runExplain(rule, io);
      },
      completion: async (shell) => {
        if (program.usageErrors.length > 0) throw new UsageError(program.usageErrors);
        const { runCompletion } = await import('./completion.js');
        return runCompletion(shell, program, io);
      },
      demo: async (options) => {
        if (program.usageErrors.length > 0) throw new UsageError(program.usageErrors);
        const { runDemo } = await import('./demo/index.js');
        return runDemo(options, io);
      },
    },
    (code) => (exitCode = code),
  );
  const command = program.commands.find((each) => each.name() === argv[0]);
  const subcommand = command?.commands.find((each) => each.name() === argv[1]);
  for (const each of [command, subcommand]) if (each !== undefined) named.push(each.name());
  const [first, topic] = argv;
  // Commander would print the help of the program, and not why.
  if (first === 'help' && topic !== undefined && !topic.startsWith('-')) {
    const names = program.commands.map((each) => each.name());
    if (![...names, 'help'].includes(topic))
      throw new UsageError([`unknown command "${topic}"${suggestNearest(topic, names)}`]);
  }
  const help: string[] = [];
  // Its commands share the object; with an argument, configureOutput replaces it.
  Object.assign(program.configureOutput(), {
    writeOut: (text: string) => help.push(text),
    writeErr: (text: string) => io.stderr.write(text),
    getOutHelpWidth: () => 80,
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    // Only help and version end parsing; errors are collected.
    if (!(error instanceof CommanderError)) throw error;
    await writeText(io.stdout, help.join(''));
    return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  }
  return exitCode;
}
