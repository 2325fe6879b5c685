import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { validateToken } from '../query/token.js';
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
  const lines = text.split('\n').map((line) => line.trim());
  lines.forEach((line, index) => {
    const wrong = line === '' ? null : validateToken(line);
    if (wrong !== null) usageErrors.push(`${source}, line ${index + 1}: ${wrong}`);
  });
  const tokens = lines.filter((line) => line !== '');
  if (tokens.length === 0) {
    usageErrors.push(
      file === undefined
        ? 'set ENDPOINT_CHECK_TOKENS, or give --token-file: the tokens to accept, one a line'
        : `${source} holds no token`,
    );
  }
  return tokens;
}
