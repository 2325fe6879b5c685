import type { ChainClaim, Entry } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import { appendPointer, isJsonObject } from '../model/json.js';
import type { EndpointKind } from '../model/kind.js';
import type { Range } from '../model/place.js';
import type { Problem } from '../model/rule.js';
import { findField, placeAt, problemAt, type RegistryDocument } from './document.js';
import { findIntended } from './misspelled.js';
import type { JsonNode } from './json/parse-json.js';
import type { NamedEntry } from './spelling.js';
import { entryLimit, entryFields } from './validate.js';

/** The entries of a file, those with a provider, and what is wrong with them. */
export interface EntryReading {
  readonly entries: readonly Entry[];
  readonly named: readonly NamedEntry[];
  readonly problems: readonly PlacedProblem[];
  /** False where the array is longer than is read. */
  readonly isWhole: boolean;
  /** The chain that the file claims for the kind. */
  readonly claim: ChainClaim | null;
}

/** Reads the entries of one kind. Every item of the array becomes an entry, a malformed one without a target. */
export function readEntries(document: RegistryDocument, kind: EndpointKind): EntryReading {
  const array = findField(document.tree, kind.field);
  const { claim, problem } = kind.readClaim(isJsonObject(document.value) ? document.value : {});
  const items = array?.items ?? [];
  const problems: PlacedProblem[] = [];
  if (items.length > 0 && problem !== null) {
    const node = findField(document.tree, problem.field) ?? document.tree;
    problems.push(problemAt(document, problem.problem, `/${problem.field}`, node));
  }
  if (array !== undefined && items.length > entryLimit) {
    const reason = `${kind.field} has ${items.length} entries; no more than ${entryLimit} are read`;
    const fix = 'keep the endpoints that work';
    problems.push(
      problemAt(document, { code: 'file/schema', data: { reason, fix } }, `/${kind.field}`, array),
    );
  }

  const entries: Entry[] = [];
  const named: NamedEntry[] = [];
  const firstLines = new Map<string, number>();
  items.slice(0, entryLimit).forEach((item, index) => {
    const pointer = `/${kind.field}/${index}`;
    const providerNode = findText(item, 'provider');
    const urlNode = findText(item, 'url');
    const url = urlNode === undefined ? null : urlNode.text;
    const reading = url === null ? null : kind.readUrl(url, { allowPlaintext: false });
    const place = placeAt(document, pointer, item);
    const entry: Entry = {
      chain: document.chain,
      kind: kind.kind,
      place,
      urlPlace: urlNode === undefined ? place : placeAt(document, `${pointer}/url`, urlNode),
      provider: providerNode === undefined ? null : providerNode.text,
      url,
      target: reading?.target ?? null,
      claim,
    };
    entries.push(entry);

    const report = (found: Problem, field: string, range: Range) =>
      problems.push({ ...problemAt(document, found, appendPointer(pointer, field), range), entry });
    if (urlNode !== undefined) {
      for (const found of reading?.problems ?? []) report(found, 'url', urlNode);
      const { host, port, path } = reading?.target ?? { host: '', port: 0, path: '' };
      const key = reading?.target == null ? null : `${host}:${port}${path}`;
      const firstLine = key === null ? undefined : firstLines.get(key);
      if (firstLine !== undefined) report({ code: 'entry/duplicate', data: { firstLine } }, 'url', urlNode);
      else if (key !== null) firstLines.set(key, entry.urlPlace.range?.line ?? 0);
    }
    if (providerNode !== undefined) {
      const provider = providerNode.text;
      if (provider.trim() === '')
        report({ code: 'entry/provider-empty', data: {} }, 'provider', providerNode);
      named.push({ entry, provider, providerPlace: placeAt(document, `${pointer}/provider`, providerNode) });
    }
    for (const { name: field, key } of item.fields) {
      const expected = findIntended(field, entryFields);
      // Beside the right one a like name is free, but not in other capitals: some readers take the last of the two.
      const isTwin = expected !== null && expected.toLowerCase() === field.toLowerCase();
      if (expected === null || (findField(item, expected) !== undefined && !isTwin)) continue;
      report({ code: 'file/misspelled-field', data: { field, expected, bareTexts: false } }, field, key);
    }
  });
  return { entries, named, problems, isWhole: items.length <= entryLimit, claim };
}

function findText(item: JsonNode, field: string): JsonNode | undefined {
  const node = findField(item, field);
  return node?.type === 'string' ? node : undefined;
}
