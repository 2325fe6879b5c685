/**
 * The commands that a CI runner would take from a log, read as it reads them: lines end at CR, LF or both; `::name …::` counts after leading white
 * space, the older `##[name …]` anywhere in a line. Each line is read with and without its colours, which the runner removes before it matches
 * problems. Source: actions/runner, src/Runner.Common/ActionCommand.cs and src/Runner.Worker/Handlers/OutputManager.cs.
 */
export function findRunnerCommands(log: string): string[] {
  return log.split(/\r\n|\r|\n/).flatMap((line) => {
    const plain = line.replaceAll(/\x1b\[[0-9;]*m?/g, '');
    return [...new Set([...findInLine(line), ...findInLine(plain)])];
  });
}

function findInLine(line: string): string[] {
  const text = line.trimStart();
  const end = text.startsWith('::') ? text.indexOf('::', 2) : -1;
  const current = end > 2 ? [text.slice(2, end)] : [];
  const start = line.indexOf('##[');
  const old = start >= 0 && line.includes(']', start) ? [line.slice(start)] : [];
  return [...current, ...old];
}

/** Characters that a terminal would act on: all but printable ones, line feeds and the colours that reporters use. */
export function findControls(log: string): string[] {
  return log.replaceAll(/\x1b\[\d+m/g, '').match(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu) ?? [];
}
