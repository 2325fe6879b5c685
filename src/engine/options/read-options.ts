import { writeCommandLineOption, type WriteOption } from '../../model/write-option.js';
import { type Face, listOptions, type OptionAt, type Options } from './option-rows.js';
import type { ReportError } from './option-type.js';

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
