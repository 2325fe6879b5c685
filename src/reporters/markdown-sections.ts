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

/**
 * Joins the head and the sections that have blocks, in at most `limitBytes` of UTF-8. Blocks that do not fit are omitted as a whole, and counted;
 * sections are, too.
 */
export function joinSections(
  head: string,
  sections: readonly Section[],
  limitBytes: number = summaryBytes,
): string {
  const filled = sections.filter(({ blocks }) => blocks.length > 0);
  let text = head;
  let room = limitBytes - Buffer.byteLength(head) - Buffer.byteLength(nameOmitted(filled));
  for (const [index, section] of filled.entries()) {
    const { folded = false, before = '', blocks, maxBlocks } = section;
    const open = folded
      ? `\n<details>\n<summary>${countBlocks(section)}</summary>\n\n${before}`
      : `\n### ${countBlocks(section)}\n\n${before}`;
    room -= Buffer.byteLength(open) + reserveBytes;
    if (room < 0) return text + nameOmitted(filled.slice(index));
    let count = 0;
    for (const block of blocks.slice(0, maxBlocks)) {
      room -= Buffer.byteLength(block);
      if (room < 0) break;
      count++;
    }
    const rest = blocks.length - count;
    text += open + blocks.slice(0, count).join('');
    if (rest > 0) text += `\n… and ${formatAmount(rest, 'more that does', 'more that do')} not fit here.\n`;
    if (folded) text += '\n</details>\n';
  }
  return text;
}

function countBlocks({ title, blocks }: Section): string {
  return `${title} (${blocks.length})`;
}

function nameOmitted(sections: readonly Section[]): string {
  return sections.length === 0
    ? ''
    : `\nWhat else does not fit here: ${sections.map(countBlocks).join(', ')}.\n`;
}

/** The head of a table; the columns of `numbers` are aligned to the right. */
export function renderTableHead(columns: readonly string[], numbers: readonly string[]): string {
  return renderRow(columns) + renderRow(columns.map((name) => (numbers.includes(name) ? '--:' : '---')));
}

export function renderRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}
