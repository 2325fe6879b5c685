import type { Page } from '../query/client/pages.js';
import { defuseRunnerCommands, escapeJson, escapeMessage } from '../reporters/escape.js';
import { parseProblem, type QueryError } from '../query/client/error.js';
import { type Output, quoteForShell, readColumns } from './io.js';

export interface PrintedPages {
  records: number;
  /** The cursor of the first page that is not completely printed; null if none is known. */
  cursor: string | null;
}

/** Thrown if records cannot be written, for example on a full disk. */
export class OutputError extends Error {
  override readonly name = 'OutputError';

  constructor(cause: Error) {
    super(`cannot write the output: ${cause.message}`);
  }
}

/**
 * Prints the records of pages, one JSON value a line; an answer whose records are not recognised is a line. Calls `onPage` before each page. Keeps
 * `printed` up to date, even if the pages throw. Ends early once `write` resolves to false, since nobody reads any more; throws an OutputError if it rejects.
 */
export async function printPages(
  pages: AsyncIterable<Page>,
  printed: PrintedPages,
  write: (text: string) => Promise<boolean>,
  onPage: () => void,
): Promise<void> {
  for await (const { value, records, next } of pages) {
    onPage();
    const lines = (records ?? [value]).map((record) => `${escapeJson(JSON.stringify(record))}\n`);
    const isRead = await write(lines.join('')).catch((error: unknown) => {
      throw error instanceof Error ? new OutputError(error) : error;
    });
    if (!isRead) return;
    printed.records += lines.length;
    printed.cursor = next;
  }
}

/** The number of printed records, and how to continue; no option if the service refuses the cursor, or has forgotten its list (`status`). */
export function describePrinted({ records, cursor }: PrintedPages, status: number | null): string {
  const isUsable = cursor !== null && isPrintable(cursor) && status !== 400 && status !== 410;
  return `records printed: ${records}${isUsable ? `; continue with --resume ${quoteForShell(cursor)}` : ''}`;
}

/** True for printable ASCII without a runner's command: a cursor is untrusted text, and works only unchanged. */
function isPrintable(cursor: string): boolean {
  return /^[\x20-\x7e]+$/.test(cursor) && defuseRunnerCommands(cursor) === cursor;
}

/** Shows on a terminal why a call of the query API waits; nothing elsewhere. `clear` removes it. */
export function createWaitNotice(output: Output): { show: (error: QueryError) => void; clear: () => void } {
  let isShown = false;
  return {
    show: ({ message, body }) => {
      const columns = readColumns(output);
      if (columns === null) return;
      const text = escapeMessage(`waiting: ${parseProblem(body)?.detail ?? message}`);
      // A longer line would wrap, and only its last part could be removed.
      output.write(`\r\x1b[K${text.slice(0, columns - 1)}`);
      isShown = true;
    },
    clear: () => {
      if (isShown) output.write('\r\x1b[K');
      isShown = false;
    },
  };
}
