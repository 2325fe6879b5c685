import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseTokenLines, validateToken } from '../query/token.js';
import type { Io } from './io.js';

/**
 * Reads the tokens that a service accepts, one a line: of the file, else of the environment; never of an argument, which shows in
 * process lists. What is wrong is added to the usageErrors, and no usageError repeats a token.
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
        ? 'set ENDPOINT_CHECK_TOKENS, or give --token-file: the tokens to accept, one a line'
        : `${source} holds no token`,
    );
  }
  return tokens;
}
