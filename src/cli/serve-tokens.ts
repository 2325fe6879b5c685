import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseTokenLines, validateToken } from '../query/token.js';
import type { Io } from './io.js';

/**
 * Reads the tokens that a service accepts, `token` or `name:token` a line: from the file, else from ENDPOINT_CHECK_TOKENS; never from an
 * argument, which process lists show. Adds what is wrong to `usageErrors`, without quoting any token.
 */
export function readTokens(
  file: string | undefined,
  { cwd, env }: Pick<Io, 'cwd' | 'env'>,
  usageErrors: string[],
): readonly string[] {
  const source = file === undefined ? 'ENDPOINT_CHECK_TOKENS' : `--token-file: ${file}`;
  let text = env['ENDPOINT_CHECK_TOKENS'] ?? '';
  try {
    if (file !== undefined) text = readFileSync(resolve(cwd, file), 'utf8');
  } catch (error) {
    usageErrors.push(`${source} cannot be read (${(error as NodeJS.ErrnoException).code ?? ''})`);
    return [];
  }
  const lines = parseTokenLines(text);
  for (const { line, token } of lines) {
    const invalid = validateToken(token);
    if (invalid !== null) usageErrors.push(`${source}, line ${line}: ${invalid}`);
  }
  const tokens = lines.map(({ token }) => token);
  if (tokens.length === 0) {
    usageErrors.push(
      file === undefined
        ? 'no tokens: set ENDPOINT_CHECK_TOKENS or --token-file, one token a line'
        : `${source} has no tokens`,
    );
  }
  return tokens;
}
