import { resolve } from 'node:path';
import type { Options } from '../engine/options/option-rows.js';
import {
  type BaseUrl,
  parseBaseUrl,
  parseTokenLines,
  validateTokenLine,
} from '../query/client/service-access.js';
import { readArgument } from '../registry/read-file.js';
import type { Io } from './io.js';

export interface Service {
  readonly baseUrl: string;
  readonly base: BaseUrl;
  readonly token: string;
}

/**
 * Reads the base url and the token from the options, else from the environment; a token never from an argument, since process lists show it. Errors
 * are added, and quote neither.
 */
export function readService(
  options: Pick<Options<'query'>, 'baseUrl' | 'tokenFile' | 'insecureHttp'>,
  { cwd, env }: Pick<Io, 'cwd' | 'env'>,
  errors: string[],
): Service {
  const baseUrl = options.baseUrl ?? env['ENDPOINT_CHECK_BASE_URL'] ?? '';
  const parsed = parseBaseUrl(baseUrl);
  if (baseUrl === '') errors.push('--base-url is required (or set ENDPOINT_CHECK_BASE_URL)');
  else if (typeof parsed === 'string') errors.push(`--base-url: ${parsed}`);
  else if (parsed.insecure && !options.insecureHttp) {
    errors.push(
      '--base-url: plain http would send the token unencrypted; use https, or --insecure-http if that is safe',
    );
  }
  const base = typeof parsed === 'string' ? { origin: '', prefix: '', insecure: false } : parsed;
  return { baseUrl, base, token: readToken(options.tokenFile, { cwd, env }, errors) };
}

/** The token of the first line that is not blank. */
function readToken(file: string | null, { cwd, env }: Pick<Io, 'cwd' | 'env'>, errors: string[]): string {
  let text = env['ENDPOINT_CHECK_TOKEN'] ?? '';
  try {
    if (file !== null) text = readArgument(resolve(cwd, file)).toString();
  } catch (error) {
    errors.push(`--token-file: cannot read ${file ?? ''} (${String((error as NodeJS.ErrnoException).code)})`);
    return '';
  }
  const [first] = parseTokenLines(text);
  if (first === undefined) {
    errors.push(
      file === null
        ? 'a token is required: set ENDPOINT_CHECK_TOKEN, or use --token-file'
        : `--token-file: ${file} contains no token`,
    );
    return '';
  }
  const invalid = validateTokenLine(first);
  const source = file === null ? 'ENDPOINT_CHECK_TOKEN' : `--token-file: ${file}, line ${first.line}`;
  if (invalid !== null) errors.push(`${source}: ${invalid}`);
  return first.token;
}
