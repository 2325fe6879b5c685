import type { Face, OptionRow, Wording } from './option-row.js';
import type { OptionType, ReportError } from './option-type.js';
import { runRows } from './run-rows.js';
import { serverRows } from './server-rows.js';
import { subjectRows } from './subject-rows.js';
import { writeCommandLineOption, type WriteOption } from '../../model/write-option.js';

/** All options but the parameters of the query API's routes, in the order of help. */
const optionRows = { ...serverRows, ...subjectRows, ...runRows };
type Rows = typeof optionRows;
type OptionName = keyof Rows;

type At<Row extends OptionRow, Of extends Face> = Row extends { at: Record<Of, infer Override> }
  ? Omit<Row, keyof Override> & Override
  : Row;
type FieldOf<Name extends OptionName> = Rows[Name] extends { field: infer Field extends string }
  ? Field
  : Name;
type ReadOf<Row extends OptionRow> =
  Row['type'] extends OptionType<infer Value>
    ? Row['type'] extends { repeats: true }
      ? readonly Value[]
      : Value
    : never;
/** Null if it is not set and has no default; a switch is then false, unless it can be set to both. */
type ValueOf<Row extends OptionRow, Of extends Face> =
  At<Row, Of> extends { default: string } ? ReadOf<Row> : ReadOf<Row> | null;

export type Options<Of extends Face> = {
  readonly [Name in OptionName as Of extends Rows[Name]['faces'][number] ? FieldOf<Name> : never]: ValueOf<
    Rows[Name],
    Of
  >;
};

export interface OptionAt {
  readonly name: OptionName;
  /** Its name once it is read, and in the library. */
  readonly field: string;
  readonly row: OptionRow;
  readonly text: string;
  readonly default: string | null;
  readonly needs: Wording['needs'];
  readonly excludes: Wording['excludes'];
}

export function listOptions(face: Face): readonly OptionAt[] {
  return (Object.entries(optionRows) as [OptionName, OptionRow][]).flatMap(([name, row]) => {
    const { text, default: preset = null, needs, excludes } = { ...row, ...row.at?.[face] };
    return row.faces.includes(face)
      ? [{ name, field: row.field ?? name, row, text, default: preset, needs, excludes }]
      : [];
  });
}

export function findByOtherName(otherName: string): string | undefined {
  const rows: Readonly<Record<string, OptionRow>> = optionRows;
  return Object.keys(rows).find((name) => rows[name]?.otherNames?.includes(otherName) === true);
}

/** Options of a face before they are read: strings, switches, lists; undefined or absent for the default. */
export type RawOptions = Readonly<Record<string, unknown>>;

/** Reads the options of a face. Errors are added to `errors`, each with its option's name, by default as on the command line. */
export function readOptions<Of extends Face>(
  face: Of,
  raw: RawOptions,
  errors: string[],
  writeOption: WriteOption = writeCommandLineOption,
): Options<Of> {
  const options = listOptions(face);
  const values = new Map(
    options.map((option) => [
      option,
      readOption(option, raw[option.name], (error) => errors.push(`${writeOption(option.name)}: ${error}`)),
    ]),
  );
  const isSet = (option: OptionAt) => raw[option.name] !== undefined && values.get(option) !== false;
  errors.push(...findConflicts(options, isSet, writeOption));
  return Object.fromEntries(options.map((option) => [option.field, values.get(option)])) as Options<Of>;
}

/** The errors of options that are set without one that they need, or with one that they exclude. */
export function findConflicts(
  options: readonly OptionAt[],
  isSet: (option: OptionAt) => boolean,
  writeOption: WriteOption,
): string[] {
  const set = options.filter(isSet);
  const has = (option: string) => set.some(({ name }) => name === option);
  const explain = (reason: string | undefined) => (reason === undefined ? '' : `: ${reason}`);
  return set.flatMap(({ name, needs, excludes }) => {
    const [own, alternatives] = [writeOption(name), needs?.oneOf ?? []];
    const isMissing = needs !== undefined && !alternatives.some(has);
    const needed = alternatives.map((option) => writeOption(option)).join(' or ');
    return [
      ...(isMissing ? [`${own} needs ${needed}${explain(needs.hint)}`] : []),
      ...(excludes?.options ?? [])
        .filter(has)
        .map((other) => `${own} and ${writeOption(other)} exclude each other${explain(excludes?.reason)}`),
    ];
  });
}

function readOption(
  { row: { type }, default: preset }: OptionAt,
  raw: unknown,
  report: ReportError,
): unknown {
  // A text that is switched off, as by --no-database, is not set.
  if (typeof raw === 'boolean') return type.argument === null ? raw : null;
  const value = raw ?? preset;
  if (value === null) return null;
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  const values = texts.map((text) => type.read(String(text), report));
  return type.repeats === true ? values : values[0];
}
