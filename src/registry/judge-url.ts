import type { Fix } from '../model/finding.js';
import type { AddressForms, EndpointKind, UrlReading } from '../model/kind.js';
import type { Problem } from '../model/rule.js';
import { correctUrl, fixString } from './correct-url.js';
import { judgeHostCase } from './host-case.js';
import type { JsonNode } from './json/parse-json.js';

/** The url of an entry, as its kind read it. */
export interface EntryUrl {
  /** The text of the file. */
  readonly text: string;
  readonly node: JsonNode;
  readonly reading: UrlReading;
  readonly kind: EndpointKind;
  readonly forms: AddressForms;
}

/** The problems of the url of an entry; all that one edit fixes have that edit, the others null. */
export function judgeUrl({
  text,
  node,
  reading,
  kind,
  forms,
}: EntryUrl): readonly { readonly problem: Problem; readonly fix: Fix | null }[] {
  const hostCase = reading.target === null ? null : judgeHostCase(node.string);
  const problems: readonly Problem[] = hostCase === null ? reading.problems : [...reading.problems, hostCase];
  const corrected = problems.length === 0 ? null : correctUrl(node.string, kind, forms);
  if (corrected === null) return problems.map((problem) => ({ problem, fix: null }));
  const fix: Fix = { edits: [fixString(text, node, corrected.url)] };
  return problems.map((problem) => ({ problem, fix: corrected.fixed.has(problem.code) ? fix : null }));
}
