import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type BaseUrl, parseBaseUrl } from '../query/base-url.js';
import { validateToken } from '../query/token.js';
import type { Io } from './io.js';

/** Options that say which query service to call. */
export interface RawService {
  readonly baseUrl?: string;
  readonly tokenFile?: string;
}

/** Where a query service is, and the token for it. */
export interface Service {
  readonly baseUrl: string;
  readonly base: BaseUrl;
  readonly token: string;
}

const nowhere: BaseUrl = { origin: '', prefix: '', insecure: false };

/** Reads the base url and the token; never from an argument, which shows in process lists. What is wrong is added to the errors. */
export function readService(
  raw: RawService,
  { cwd, env }: Pick<Io, 'cwd' | 'env'>,
  errors: string[],
): Service {
  const baseUrl = raw.baseUrl ?? env['ENDPOINT_CHECK_BASE_URL'] ?? '';
  const base = parseBaseUrl(baseUrl);
  if (baseUrl === '') errors.push('--base-url: give it, or set ENDPOINT_CHECK_BASE_URL');
  else if (typeof base === 'string') errors.push(`--base-url: ${base}`);
  const token = readToken(raw.tokenFile, cwd, env, errors);
  return { baseUrl, base: typeof base === 'string' ? nowhere : base, token };
}

function readToken(file: string | undefined, cwd: string, env: Io['env'], errors: string[]): string {
  let token = env['ENDPOINT_CHECK_TOKEN'] ?? '';
  try {
    if (file !== undefined) token = readFileSync(resolve(cwd, file), 'utf8').trim();
  } catch (error) {
    errors.push(
      `--token-file: ${file ?? ''} cannot be read (${(error as NodeJS.ErrnoException).code ?? ''})`,
    );
    return '';
  }
  if (token === '' && file === undefined) errors.push('set ENDPOINT_CHECK_TOKEN, or give --token-file');
  else {
    const wrong = validateToken(token);
    if (wrong !== null) errors.push(wrong);
  }
  return token;
}
