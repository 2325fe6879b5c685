import type { Diagnosis } from './syntax-fault.js';

/** What people write that is not JSON wherever it is: a reason, a fix, and what the repair makes of it. */
interface Foreign {
  readonly pattern: RegExp;
  readonly reason: (found: string) => string;
  readonly fix: string;
  /** Null where the repair would be a guess. */
  readonly repair: (found: string, rest: string) => string | null;
}

const foreigns: readonly Foreign[] = [
  {
    pattern: /^(<{7}|={7}|>{7})(?![<=>]).*/,
    reason: () => 'merge conflict marker',
    fix: 'keep one side of the conflict, and remove the markers',
    repair: () => null,
  },
  {
    pattern: /^(#|\/\/).*|^\/\*(?:[\s\S]*?\*\/|[\s\S]*)/,
    reason: () => 'JSON does not allow comments',
    fix: 'remove the comment',
    repair: (found) => found.replaceAll(/[^\r\n]/g, ' '),
  },
  {
    pattern: /^=/,
    reason: () => '= instead of a colon',
    fix: 'write a colon',
    repair: () => ':',
  },
  {
    pattern: /^[\u2018-\u201f\u00ab\u00bb]/,
    reason: (found) => `${found} is not a quote of JSON`,
    fix: 'write straight quotes, "…"',
    repair: (_, rest) => {
      const [, inside] =
        /^[\u2018-\u201f]([^\u2018-\u201f"\\\r\n]*)[\u2018-\u201f](?=\s*[:,\]}])/.exec(rest) ?? [];
      return inside === undefined ? null : `"${inside}"`;
    },
  },
];

/** Recognises a byte order mark, an empty file and what belongs to other languages; null for all else. */
export function diagnoseForeign(text: string, offset: number): Diagnosis | null {
  if (text.startsWith('\uFEFF')) {
    const reason = 'byte order mark (U+FEFF) at the start';
    const repair = { offset: 0, length: 1, text: '' };
    return { reason, fix: 'save it as UTF-8 without BOM', offset: 0, length: 1, repair };
  }
  if (text.trim() === '')
    return { reason: 'the file is empty', fix: 'write at least {}', offset: 0, length: 0, repair: null };
  const rest = text.slice(offset);
  for (const { pattern, reason, fix, repair } of foreigns) {
    const [found] = pattern.exec(rest) ?? [];
    if (found === undefined) continue;
    const repaired = repair(found, rest);
    const length = Math.max(1, found.search(/[\r\n]|$/));
    // A quote is repaired with its partner, all else by itself.
    const replaced = repaired === null || repaired.startsWith('"') ? (repaired?.length ?? 0) : found.length;
    const edit = repaired === null ? null : { offset, length: replaced, text: repaired };
    return { reason: reason(found), fix, offset, length, repair: edit };
  }
  return null;
}
