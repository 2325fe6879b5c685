import type { WriteOption } from '../../model/write-option.js';
import type { OptionReader } from '../option-reader.js';
import { type Face, listOptions, type OptionAt, type Options } from './option-rows.js';

/** Options of a face before they are parsed: strings, switches, lists; undefined or absent for the default. */
export type RawOptions = Readonly<Record<string, unknown>>;

/** Reads the options of a face. Errors go to the reader, each with its option's name as `writeOption` writes it. */
export function readOptions<Of extends Face>(
  face: Of,
  raw: RawOptions,
  reader: OptionReader,
  writeOption: WriteOption,
): Options<Of> {
  const options = listOptions(face);
  const values = options.map((option) =>
    readOption(option, raw[option.name], reader, writeOption(option.name)),
  );
  const isSet = (option: OptionAt) =>
    raw[option.name] !== undefined && values[options.indexOf(option)] !== false;
  reader.add(...findConflicts(options, isSet, writeOption));
  return Object.fromEntries(
    options.map(({ name, row }, index) => [row.field ?? name, values[index]]),
  ) as Options<Of>;
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
  reader: OptionReader,
  name: string,
): unknown {
  if (type.argument === null && typeof raw === 'boolean') return raw;
  // If a value is missing, which has been reported as an error, commander passes something else than a string or a list.
  const isSet = type.repeats === true ? Array.isArray(raw) : typeof raw === 'string';
  const value = isSet ? raw : preset;
  if (value === null) return null;
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  const values = texts.map((text) => type.read(reader, name, String(text)));
  return type.repeats === true ? values : values[0];
}
