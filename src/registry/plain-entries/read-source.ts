import { isJsonObject, type JsonValue } from '../../model/json.js';
import type { SourceLine } from '../../model/place.js';

/**
 * The place that an entry was copied from, or why that cannot be used: `reason` follows the name of the field. Undefined without one, or if the
 * schema reports it.
 */
export function readSource(
  entry: JsonValue,
): SourceLine | { readonly field: string; readonly reason: string } | undefined {
  const { source = null } = isJsonObject(entry) ? entry : {};
  const { file = null, line = null } = isJsonObject(source) ? source : {};
  if (typeof file !== 'string' || !Number.isInteger(line)) return undefined;
  if (Number(line) < 1) return { field: 'line', reason: 'must be a line number from 1' };
  // A report is read on other machines, where such a path leads elsewhere; on Windows a backslash separates directories.
  const names = file.split(/[/\\]/);
  const isAbsolute = names[0] === '' || /^[a-z]:/i.test(file);
  if (isAbsolute || names.includes('..'))
    return {
      field: 'file',
      reason: 'must be a path below the working directory, neither absolute nor with ".."',
    };
  return { file: names.filter((name) => name !== '.' && name !== '').join('/'), line: Number(line) };
}
