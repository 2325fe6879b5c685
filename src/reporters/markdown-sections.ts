import { formatAmount } from '../model/amount.js';

export interface Section {
  readonly title: string;
  /** Set if it is collapsed at first. */
  readonly folded?: true;
  /** What precedes the blocks, such as the head of a table. */
  readonly before?: string;
  readonly blocks: readonly string[];
  /** Maximum number of blocks, so that it leaves room for later sections; by default no limit. */
  readonly maxBlocks?: number;
}

/** GitHub accepts 1 MiB per step summary; the rest is for other output of the step. */
export const summaryBytes = 1_000_000;

/** Room for the line that counts omitted blocks, and for the end of a section. */
const reserveBytes = 200;

/** Joins the head and the sections that have blocks, in at most `limitBytes` of UTF-8. Blocks that do not fit are omitted as a whole, and counted. */
export function joinSections(
  head: string,
  sections: readonly Section[],
  limitBytes: number = summaryBytes,
): string {
  let text = head;
  let room = limitBytes - Buffer.byteLength(head);
  for (const { title, folded = false, before = '', blocks, maxBlocks } of sections) {
    if (blocks.length === 0) continue;
    const count = `${title} (${blocks.length})`;
    const open = folded
      ? `\n<details>\n<summary>${count}</summary>\n\n${before}`
      : `\n### ${count}\n\n${before}`;
    room -= Buffer.byteLength(open) + reserveBytes;
    if (room < 0) break;
    let shown = 0;
    for (const block of blocks.slice(0, maxBlocks)) {
      room -= Buffer.byteLength(block);
      if (room < 0) break;
      shown++;
    }
    const rest = blocks.length - shown;
    text += open + blocks.slice(0, shown).join('');
    if (rest > 0) text += `\n… and ${formatAmount(rest, 'more that does', 'more that do')} not fit here.\n`;
    if (folded) text += '\n</details>\n';
    if (room < 0) break;
  }
  return text;
}

/** The head of a table; the columns of `numbers` are aligned to the right. */
export function renderTableHead(columns: readonly string[], numbers: readonly string[]): string {
  return renderRow(columns) + renderRow(columns.map((name) => (numbers.includes(name) ? '--:' : '---')));
}

export function renderRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}
