import { type ChangedText, renderDiff } from './diff.js';
import { defuseRunnerCommands, escapeTerminal } from './escape.js';
import { maskKeys } from './mask.js';

/** Renders the change of a file as a code block for people. Keys are masked and controls escaped, so it is not for `git apply`. */
export function renderFileDiff(change: ChangedText): string {
  const lines = renderDiff([change]).trimEnd().split(/\r?\n/);
  const text = lines.map((line) => defuseRunnerCommands(escapeTerminal(maskKeys(line)))).join('\n');
  // Longer than any fence within it, so that none ends it (CommonMark 4.5).
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}diff\n${text}\n${fence}\n\n`;
}
