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
  return Object.fromEntries(
    listOptions(face).map((option) => [
      option.row.field ?? option.name,
      readOption(option, raw[option.name], reader, writeOption(option.name)),
    ]),
  ) as Options<Of>;
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
