import { entries as format } from '../formats/entries/index.js';
import type { EntryList } from '../formats/format.js';
import type { PlacedProblem } from '../model/finding.js';
import { describeUnknownKind } from '../model/describe-unknown.js';
import { isJsonObject, type JsonValue } from '../model/json.js';
import type { KindDefinition } from '../model/kind.js';
import { truncate } from '../model/text.js';
import { findChains, readClaim } from './chains.js';
import { findNode, problemAt, type RegistryDocument } from './document.js';
import { groupBy } from '../model/group-by.js';
import type { FileJudgement } from './judge-file.js';
import type { JsonNode } from './json/json-node.js';
import { judgeKeys } from './field-names.js';
import { judgeRepeats } from './entries.js';
import { type EntryReading, readEntry } from './read-entry.js';
import { fileTop, resultLimit, TooLargeError } from './rules.js';
import { listKnown, validateShape } from './judge-shape.js';
import { type SourceLine, LineIndex } from '../model/place.js';
import { depthLimit, parseJson } from './json/parse-json.js';
import { createTrees, scanJson } from './json/text-tree.js';
import { describeFaults, type FileFault } from './parse-file.js';

const fields = [
  ...listKnown(format.entryFields),
  { name: 'kind', aliases: ['type'] },
  { name: 'chain', aliases: ['chain_name', 'network'] },
  { name: 'chainId', aliases: [] },
  { name: 'source', aliases: [] },
];

type LinesJudgement = Omit<FileJudgement, 'ids' | 'status'>;

interface LineJudgement {
  readonly problems: readonly PlacedProblem[];
  readonly reading?: EntryReading;
  readonly chainId?: string | null;
  /** Whether the line has a chain id, even one that cannot be read. */
  readonly isClaimed?: boolean;
}

/** Reads plain entries, one a line. Each line has its own problems, and the other lines are read nevertheless. */
export function judgeLines(path: string, text: string, kinds: readonly KindDefinition[]): LinesJudgement {
  const { lines, faults, fieldCount } = parseLines(text);
  const document: RegistryDocument = {
    path,
    text,
    chain: null,
    value: lines.map(({ value }) => value),
    tree: joinTrees(text, lines),
    fieldCount,
  };
  const broken = faults.map(({ problem, range }) => problemAt(document, problem, '', { range }));
  const judged = lines.map((line, index) => judgeLine(document, line, `/${index}`, kinds));
  const problems = [...broken, ...judged.flatMap((line) => line.problems)];
  const readings = judged.flatMap(({ reading }) => reading ?? []);
  const byChain = groupBy(readings, ({ entry }) => entry.chain);
  return {
    entries: readings.map(({ entry }) => entry),
    providers: readings.flatMap(({ provider }) => provider ?? []),
    problems: [
      ...judgeKeys(document),
      ...problems,
      ...[...byChain.values()].flatMap((ofChain) => judgeRepeats(document, ofChain)),
      ...judgeWhole(document, judged, problems),
    ],
    claims: judged.flatMap(({ reading, chainId = null }) =>
      reading === undefined ? [] : [{ entries: [reading.entry], chainId }],
    ),
  };
}

function joinTrees(text: string, lines: readonly JsonLine[]): JsonNode {
  return {
    type: 'array',
    string: '',
    items: lines.map(({ tree }) => tree),
    fields: [],
    offset: 0,
    length: text.length,
    range: fileTop,
  };
}

function judgeLine(
  whole: RegistryDocument,
  line: JsonLine,
  pointer: string,
  kinds: readonly KindDefinition[],
): LineJudgement {
  const { value, tree } = line;
  const source = readSource(value);
  const document = source === undefined || 'reason' in source ? whole : { ...whole, source };
  const describe = (reason: string, fix: string, at: string) =>
    problemAt(document, { code: 'file/schema', data: { reason, fix } }, pointer + at, findNode(tree, at));
  const problems = validateShape(value, format, () => undefined).map(({ pointer: at, reason, fix }) =>
    describe(at === '' ? reason.replace(/^the file/, 'the entry') : reason, fix, at),
  );
  if (source !== undefined && 'reason' in source) {
    const { field, reason } = source;
    problems.unshift(
      describe(`source.${field} ${reason}`, `write the ${field} of the list`, `/source/${field}`),
    );
  }
  const { kind: name = null, url = null } = isJsonObject(value) ? value : {};
  if (typeof name !== 'string') return { problems };
  const kind = kinds.find((candidate) => candidate.kind === name);
  if (kind === undefined) {
    const names = kinds.map((candidate) => candidate.kind);
    const reason = describeUnknownKind(truncate(name), names);
    return { problems: [...problems, describe(reason, `write one of ${names.join(', ')}`, '/kind')] };
  }
  if (typeof url !== 'string') return { problems };
  const reading = readLine(document, line, pointer, kind, kinds);
  return { ...reading, problems: [...problems, ...reading.problems] };
}

function readLine(
  document: RegistryDocument,
  { value, tree }: JsonLine,
  pointer: string,
  kind: KindDefinition,
  kinds: readonly KindDefinition[],
): LineJudgement {
  const list = listOf(kind);
  const [whole] = findChains({ ...document, value, tree }, format);
  if (whole === undefined) throw new Error('a line is a chain');
  const chain = { ...whole, pointer };
  const { claim, place, problem } = readClaim(document, chain, list, kind, true);
  const context = {
    document,
    chain,
    list,
    kinds,
    known: fields,
    claim,
    kindOf: () => kind,
    fields: format.entryFields,
    claimPlace: place,
    fileProvider: null,
  };
  const reading = readEntry(context, { pointer, node: tree });
  // Misspellings of the field are reported with those of the other fields.
  const ofClaim =
    problem?.code === 'file/chain-id'
      ? [problemAt(document, problem, `${pointer}/chainId`, findNode(tree, '/chainId'))]
      : [];
  if (reading === null) return { problems: ofClaim };
  const chainId = claim === null ? null : kind.normalizeChainId(claim.chainId);
  const isClaimed = claim !== null || problem !== null;
  return { problems: [...reading.problems, ...ofClaim], reading, chainId, isClaimed };
}

function listOf({ kind }: KindDefinition): EntryList {
  const list = format.lists.find((candidate) => candidate.kind === kind);
  if (list === undefined) throw new Error(`plain entries cannot be of the kind ${kind}`);
  return list;
}

/** Reports missing parts of the file as a whole. A script that finds nothing is broken, and must not pass. */
function judgeWhole(
  document: RegistryDocument,
  judged: readonly LineJudgement[],
  problems: readonly PlacedProblem[],
): PlacedProblem[] {
  if (judged.every(({ reading }) => reading === undefined) && problems.length === 0) {
    const data = { reason: 'there are no entries', fix: 'look why the script that makes them finds none' };
    return [problemAt(document, { code: 'file/schema', data }, '', { range: fileTop })];
  }
  const isUnclaimed = judged.some(
    ({ reading, isClaimed }) =>
      isClaimed === false && reading?.entry.target !== null && reading?.entry.skipReason === null,
  );
  const problem = { code: 'file/chain-id-missing', data: { fields: ['chainId'] } };
  return isUnclaimed ? [problemAt(document, problem, '', { range: fileTop })] : [];
}

/**
 * The place that an entry was copied from, or why that cannot be used: `reason` follows the name of the field. Undefined without one, or if the
 * schema reports it.
 */
function readSource(
  entry: JsonValue,
): SourceLine | { readonly field: string; readonly reason: string } | undefined {
  const { source = null } = isJsonObject(entry) ? entry : {};
  const { file = null, line = null } = isJsonObject(source) ? source : {};
  if (typeof file !== 'string' || !Number.isInteger(line)) return undefined;
  if (Number(line) < 1) return { field: 'line', reason: 'must be a line number from 1' };
  // A report is read on other machines, where such a path leads elsewhere; on Windows a backslash separates directories.
  const names = file.split(/[/\\]/);
  const isAbsolute = names[0] === '' || /^[a-z]:/i.test(file);
  const path = names.filter((name) => name !== '.' && name !== '').join('/');
  if (isAbsolute || names.includes('..') || path === '')
    return {
      field: 'file',
      reason: 'must be a path below the working directory, neither absolute nor with ".."',
    };
  return { file: path, line: Number(line) };
}

interface JsonLine {
  readonly value: JsonValue;
  readonly tree: JsonNode;
}

/** The lines of a text that are JSON, and the faults of the other lines; blank lines are neither. */
interface ParsedLines {
  readonly lines: readonly JsonLine[];
  readonly faults: readonly FileFault[];
  readonly fieldCount: number;
}

/**
 * Parses lines of JSON (https://jsonlines.org), each by itself, so that a broken one does not affect the rest. Takes
 * linear time. Throws a TooLargeError.
 */
export function parseLines(text: string): ParsedLines {
  const values: JsonValue[] = [];
  const faults: FileFault[] = [];
  const parts: string[] = [];
  let positions: LineIndex | null = null;
  let offset = 0;
  for (const line of text.split('\n')) {
    const parsed = /^[ \t\r]*$/.test(line) ? null : parseJson(line, 1);
    const [fault = null] = parsed !== null && 'kind' in parsed ? describeFaults(parsed) : [];
    if (parsed !== null && 'value' in parsed) values.push(parsed.value);
    if (fault !== null) {
      if (faults.length === resultLimit) throw new TooLargeError('results');
      positions ??= new LineIndex(text);
      faults.push({ problem: fault.problem, range: positions.range(offset + fault.offset, fault.length) });
    }
    // Broken lines are blank for the scanner, so that all offsets stay.
    parts.push(fault === null ? line : ' '.repeat(line.length));
    offset += line.length + 1;
  }
  const scanned = scanJson(parts.join('\n'), depthLimit);
  // Each line was parsed, and is not nested too deeply.
  if ('kind' in scanned) throw new TooLargeError('values');
  const trees = createTrees(text, scanned);
  const lines = trees.flatMap((tree, index) => {
    const value = values[index];
    return value === undefined ? [] : [{ value, tree }];
  });
  return { lines, faults, fieldCount: scanned.fieldCount };
}
