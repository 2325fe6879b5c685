import { type ParseError, parseTree } from 'jsonc-parser';
import type { TextEdit } from '../../model/finding.js';
import { diagnose } from './diagnose.js';
import type { Repair, SyntaxFault } from './syntax-fault.js';

/** A file with more is rather another format than a file with slips. */
const faultLimit = 20;
/** Maximum number of characters to parse for the errors of one file, so that a large one cannot stall the check. */
const parseLimit = 1_048_576;

/**
 * Finds the syntax errors of invalid JSON, in order, at most 20. A parser's errors after the first are mostly its own confusion, so
 * each error is repaired in a copy, which is parsed again, as long as the repair is plain and leads further; empty where jsonc-parser finds
 * no error.
 */
export function findSyntaxFaults(text: string): SyntaxFault[] {
  const faults: SyntaxFault[] = [];
  const repairs: TextEdit[] = [];
  let copy = text;
  let repairedTo = 0;
  let doubtfulFrom: number | null = null;
  for (let parsed = 0; faults.length < faultLimit && parsed < parseLimit; parsed += copy.length) {
    const error = findFirstError(copy);
    // An error in what was repaired shows that the repair was wrong.
    if (error === null || error.offset < repairedTo) break;
    const { reason, fix, offset, length, repair } = diagnose(copy, error);
    const start = findOriginal(offset, repairs);
    const end = length === 0 ? start : findOriginal(offset + length - 1, repairs) + 1;
    const isDoubtful = doubtfulFrom !== null && !/[\r\n]/.test(text.slice(doubtfulFrom, start));
    const edit = repair?.isFix === true && !isDoubtful ? toOriginal(repair, repairs) : null;
    faults.push({ reason, fix, offset: start, length: end - start, edit });
    // What a file that breaks off lacks at its end is one error.
    if (repair === null || copy.slice(offset + length).trim() === '') break;
    // Where a comma or a quote is a guess, the rest of the line may be within a string.
    if (!repair.isFix && /^[,"]$/.test(repair.text)) doubtfulFrom = start;
    const repairEnd = repair.offset + repair.length;
    copy = copy.slice(0, repair.offset) + repair.text + copy.slice(repairEnd);
    const growth = repair.text.length - repair.length;
    repairedTo = Math.max(repairedTo + growth, repair.offset + repair.text.length);
    repairs.push(repair);
  }
  return faults;
}

/** A repair of the repaired copy as an edit of the text itself. */
function toOriginal({ offset, length, text }: Repair, repairs: readonly TextEdit[]): TextEdit {
  const start = findOriginal(offset, repairs);
  const end = length === 0 ? start : findOriginal(offset + length - 1, repairs) + 1;
  return { offset: start, length: end - start, text };
}

/** Where an offset of the repaired copy is in the text itself; what a repair added is at the last character that it replaced. */
function findOriginal(offset: number, repairs: readonly TextEdit[]): number {
  return repairs.reduceRight((at, repair) => {
    if (at < repair.offset) return at;
    const isAfter = at >= repair.offset + repair.text.length;
    if (isAfter) return at - repair.text.length + repair.length;
    return Math.min(at, repair.offset + Math.max(0, repair.length - 1));
  }, offset);
}

function findFirstError(text: string): ParseError | null {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  return errors.reduce<ParseError | null>(
    (first, error) => (first === null || error.offset < first.offset ? error : first),
    null,
  );
}
