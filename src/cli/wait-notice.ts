import { parseProblem, type QueryError } from '../query/client/error.js';
import { escapeMessage } from '../reporters/escape.js';
import { type Output, readColumns } from './io.js';

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
