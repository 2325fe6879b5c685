import { resolve } from 'node:path';
import { readArgument } from '../registry/read-file.js';
import { isPostgresUrl } from '../query/service/database/open-database.js';
import type { Io } from './io.js';

/**
 * Reads where the database is: the file or url of the option, else of ENDPOINT_CHECK_DATABASE, since process lists show arguments; the password of a
 * url may be in the file that ENDPOINT_CHECK_DATABASE_PASSWORD_FILE names. Null for a temporary file. Errors are added to `usageErrors`, without
 * quoting any of these.
 */
export function readDatabasePlace(
  option: string | null,
  { cwd, env }: Pick<Io, 'cwd' | 'env'>,
  usageErrors: string[],
): string | null {
  const place = option ?? env['ENDPOINT_CHECK_DATABASE'] ?? '';
  const source = option === null ? 'ENDPOINT_CHECK_DATABASE' : '--database';
  const file = env['ENDPOINT_CHECK_DATABASE_PASSWORD_FILE'] ?? '';
  if (file !== '' && !isPostgresUrl(place))
    usageErrors.push('ENDPOINT_CHECK_DATABASE_PASSWORD_FILE needs --database postgres://…');
  if (place === '' && option === null) return null;
  if (place === '' || (/^\w+:\/\//.test(place) && !/^postgres(ql)?:\/\/[^]/.test(place))) {
    usageErrors.push(
      `${source}: expected a file, or a url such as postgres://user:password@host:5432/database`,
    );
    return null;
  }
  if (!isPostgresUrl(place)) return resolve(cwd, place);
  if (file === '') return place;
  try {
    const password = readArgument(resolve(cwd, file))
      .toString()
      .replace(/\r?\n$/, '');
    // As a parameter: a url with a socket's path has no place for it before the host.
    return `${place}${place.includes('?') ? '&' : '?'}password=${encodeURIComponent(password)}`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    usageErrors.push(`ENDPOINT_CHECK_DATABASE_PASSWORD_FILE: ${file} cannot be read (${code ?? ''})`);
    return null;
  }
}
