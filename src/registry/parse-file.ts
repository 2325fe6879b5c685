import type { Range } from '../model/place.js';
import type { ProblemOf } from '../model/rule.js';
import { LineIndex } from './json/line-index.js';
import { depthLimit, type JsonDocument, parseJson } from './json/parse-json.js';
import type { FileReading } from './read-file.js';
import type { FileData } from './rules.js';

/** A file as it was parsed, or why it was not, and where. */
export type ParsedFile =
  | { readonly text: string; readonly document: JsonDocument; readonly faults: readonly [] }
  | {
      readonly text: string | null;
      readonly document: null;
      readonly faults: readonly [FileFault, ...FileFault[]];
    };

/** Why a file cannot be parsed. */
export interface FileFault {
  readonly problem: ProblemOf<FileData>;
  readonly range: Range;
}

/** Parses what was read of a file. */
export function parseFile(reading: FileReading): ParsedFile {
  const { text } = reading;
  if (text === null) {
    const { before, problem } = reading;
    const range = new LineIndex(before).range(before.length, 0);
    return { text, document: null, faults: [{ problem, range }] };
  }
  const parsed = parseJson(text);
  if (!('kind' in parsed)) return { text, document: parsed, faults: [] };
  const lines = new LineIndex(text);
  if (parsed.kind === 'depth') {
    const problem = { code: 'file/too-deep', data: { limit: depthLimit } } as const;
    return { text, document: null, faults: [{ problem, range: lines.range(parsed.offset, 1) }] };
  }
  const [first, ...rest] = parsed.faults;
  const place = ({ reason, fix, offset, length }: typeof first): FileFault => ({
    problem: { code: 'file/invalid-json', data: { reason, fix } },
    range: lines.range(offset, length),
  });
  return { text, document: null, faults: [place(first), ...rest.map(place)] };
}
