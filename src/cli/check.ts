import { distance } from 'fastest-levenshtein';
import { prepareRun } from '../engine/prepare.js';
import { UsageError } from '../engine/usage-error.js';
import { type Io, readAtMost } from './io.js';
import { runAndReport } from './run.js';
import { type RawOptions, parseOptions } from './raw-options.js';

/** `endpoint-check check`: reads the files at the paths, checks their entries, reports. Resolves to the exit status. */
export async function runCheck(
  paths: readonly string[],
  raw: RawOptions,
  {
    usageErrors,
    commands,
  }: { readonly usageErrors: readonly string[]; readonly commands: readonly string[] },
  io: Io,
): Promise<number> {
  const wrong = [...usageErrors];
  const settings = parseOptions(raw, io, wrong);
  const prepared = await prepareRun(paths, {
    ...settings,
    cwd: io.cwd,
    readStdin: (limitBytes) => readAtMost(io.stdin, limitBytes),
  });
  wrong.push(
    ...prepared.usageErrors,
    ...paths.flatMap((path) => suggestCommand(path, prepared.usageErrors, commands)),
  );
  if (wrong.length > 0) throw new UsageError(wrong);
  return runAndReport(prepared.input, prepared, settings, io);
}

/** What looks like a mistyped command is taken for a path that does not exist. */
function suggestCommand(path: string, usageErrors: readonly string[], commands: readonly string[]): string[] {
  const missing = usageErrors.some((sentence) => sentence.startsWith(`${path} does not exist`));
  const near =
    missing && /^[a-z]+$/.test(path) ? commands.find((name) => distance(name, path) <= 2) : undefined;
  return near === undefined ? [] : [`did you mean the command ${near}?`];
}
