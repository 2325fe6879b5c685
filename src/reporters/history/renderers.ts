import type { Report } from '../../model/report.js';
import { defuseRunnerCommands, escapeJson } from '../escape.js';

export interface HistoryRenderOptions {
  readonly tool: Report['tool'];
  /** Path from the working directory to the registry; empty if they are the same. */
  readonly pathPrefix: string;
  readonly histories: number;
  /** Whether an overview has all endpoints with 90 days, else those that are not up with 30. */
  readonly verbose: boolean;
}

/** What `history` writes of a subject, by reporter. Untrusted text is escaped, keys in urls are masked. */
export type HistoryRenderers<Subject> = Readonly<
  Record<'pretty' | 'markdown' | 'json', (subject: Subject, options: HistoryRenderOptions) => string>
>;

/** Joins blocks for a terminal, without those that only have a heading. `nothing` comes first, if it is a sentence. */
export function joinBlocks(blocks: readonly (readonly string[])[], emptyText: string | null): string {
  const texts = blocks.filter(({ length }) => length > 1).map((lines) => lines.join('\n'));
  return defuseRunnerCommands(`${[...(emptyText === null ? [] : [emptyText]), ...texts].join('\n\n')}\n`);
}

/** The JSON that docs/history.md describes. */
export function formatJson(content: object, { tool }: Pick<HistoryRenderOptions, 'tool'>): string {
  return `${escapeJson(JSON.stringify({ version: 1, tool, ...content }, null, 2))}\n`;
}
