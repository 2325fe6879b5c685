import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatch, structuredPatch } from 'diff';

/** A file as it is and as it would be. */
export interface ChangedText {
  /** From the directory that the diff is applied in. */
  readonly path: string;
  readonly beforeText: string;
  readonly afterText: string;
  /** True where it is saved in another encoding too, which a diff of lines cannot show. */
  readonly recoded: boolean;
}

/** Lines that differ; to find the shortest diff of more takes seconds, since that grows with their square. */
const maxEditLength = 1_000;

/**
 * Renders changes as a unified diff, as `git apply` and `patch -p1` read it: paths with the prefixes a/ and b/, quoted as git does. A file that
 * gets another encoding is only named, in a line that these programs skip.
 */
export function renderDiff(changes: readonly ChangedText[]): string {
  return changes.map(renderChange).join('');
}

function renderChange({ path, beforeText, afterText, recoded }: ChangedText): string {
  if (recoded) return `# ${JSON.stringify(path)}: to be saved as UTF-8, which a diff cannot show\n`;
  const compare = (from: string, to: string) =>
    structuredPatch(`a/${path}`, `b/${path}`, from, to, undefined, undefined, { context: 3 });
  const shortest = structuredPatch(`a/${path}`, `b/${path}`, beforeText, afterText, undefined, undefined, {
    context: 3,
    maxEditLength,
  });
  const patch = shortest ?? replaceAll(compare(beforeText, ''), compare('', afterText));
  const text = formatPatch(patch, FILE_HEADERS_ONLY);
  // GNU patch reads a name with blanks up to the first, unless a tab ends it, as git writes it (`diff.c`, "needs_tab").
  return path.includes(' ') ? text.replace(/^(--- a\/.*)\n(\+\+\+ b\/.*)\n/, '$1\t\n$2\t\n') : text;
}

/** Takes all lines away, and writes all anew. */
function replaceAll(removal: StructuredPatch, addition: StructuredPatch): StructuredPatch {
  const [removed] = removal.hunks;
  const [added] = addition.hunks;
  if (removed === undefined || added === undefined) return removed === undefined ? addition : removal;
  const { newStart, newLines } = added;
  return {
    ...removal,
    hunks: [{ ...removed, newStart, newLines, lines: [...removed.lines, ...added.lines] }],
  };
}
