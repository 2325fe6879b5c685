import { type Command, Option } from 'commander';
import { type Face, listOptions, type OptionAt } from '../engine/options/option-rows.js';
import { toKebabCase } from '../model/write-option.js';

/** Adds the options of a face to its command, as the table defines them. Their values stay strings; `readOptions` parses them. */
export function addOptions<Of extends Command>(command: Of, face: Face): Of {
  for (const option of listOptions(face)) for (const each of createOptions(option)) command.addOption(each);
  return command;
}

function createOptions({ name, row, text, default: preset }: OptionAt): Option[] {
  const { type, negative, short } = row;
  const long = toKebabCase(name);
  const opposite = negative === undefined ? [] : [new Option(`--no-${long}`, negative)];
  if (type.argument === null && preset === 'true') return opposite;
  const flags = `${short === undefined ? '' : `-${short}, `}--${long}`;
  if (type.argument === null) return [new Option(flags, text), ...opposite];
  const says = preset === null || row.saysDefault === true ? '' : ` (default: ${preset})`;
  const option = new Option(`${flags} <${type.argument}>`, `${text}${says}`).hideHelp(row.hidden === true);
  return [type.repeats === true ? option.argParser(collectValues) : option, ...opposite];
}

function collectValues(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}
