import type { Fix, TextEdit } from '../model/finding.js';
import type { AddressForms, KindDefinition, UrlReading } from '../model/kind.js';
import type { Problem } from '../model/rule.js';
import { type CorrectedUrl, correctUrl } from './correct-url.js';
import { judgeHostCase } from './host-case.js';
import { judgeHostName } from './host-name.js';

export interface EntryUrl {
  readonly url: string;
  /** The edits that make the entry's url another one. */
  readonly write: (corrected: string) => readonly TextEdit[];
  readonly reading: UrlReading;
  readonly kind: KindDefinition;
  readonly kinds: readonly KindDefinition[];
  readonly forms: AddressForms;
}

/** The problems of the url of an entry. Those that one edit solves share that edit; the others have null. */
export function judgeUrl({
  url,
  write,
  reading,
  kind,
  kinds,
  forms,
}: EntryUrl): readonly { readonly problem: Problem; readonly fix: Fix | null }[] {
  const hostCase = reading.target === null ? null : judgeHostCase(url);
  // The common case.
  if (hostCase === null && reading.problems.length === 0) return [];
  const problems: readonly Problem[] = hostCase === null ? reading.problems : [...reading.problems, hostCase];
  const corrected = correctUrl(url, kind, forms);
  if (corrected === null || isOfOtherKind(corrected, kind, kinds, forms))
    return problems.map((problem) => ({ problem, fix: null }));
  const fix: Fix = { edits: write(corrected.url) };
  return problems.map((problem) => ({ problem, fix: corrected.fixed.has(problem.code) ? fix : null }));
}

/** If the host name belongs to another kind, the line was probably copied from another list, and another scheme would not help. */
function isOfOtherKind(
  { url, fixed }: CorrectedUrl,
  kind: KindDefinition,
  kinds: readonly KindDefinition[],
  forms: AddressForms,
): boolean {
  const { target } = kind.readUrl(url, forms);
  return fixed.has('entry/url-scheme') && target !== null && judgeHostName(target, kind, kinds) !== null;
}
