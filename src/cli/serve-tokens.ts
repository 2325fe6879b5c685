import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isTokenScope, parseTokenLines, validateTokenLine } from '../query/client/service-access.js';
import { describeVersion, readArgument } from '../registry/read-file.js';
import type { ServiceToken } from '../query/service/http/token-owners.js';
import type { Io } from './io.js';

export interface TokenSource {
  /** The current ones; the same array as long as they do not change. */
  readonly get: () => readonly ServiceToken[];
  readonly reread: () => void;
  /** Logs tokens that are easy to guess or readable by others. Later versions of the file log this by themselves. */
  readonly warn: () => void;
}

/** Called if tokens were read again, could not be read, or are weak. No field holds a token. */
export type LogTokens = (
  fields: { readonly event: 'tokens-reread' | 'tokens-invalid' | 'tokens-weak' } & Record<
    string,
    string | number
  >,
) => void;

/** A file that changed less than this ago, in milliseconds, may still be half written. */
const settlingMs = 200;
const notFile = 'not a file';
const errorLimit = 5;
/** Shorter tokens can be guessed: 16 hexadecimal digits are 64 bits. */
const shortestToken = 16;
/** The permission of users who are neither the file's owner nor of its group. */
const readableByOthers = 0o004;

interface TokenOptions {
  readonly usageErrors: string[];
  readonly log: LogTokens;
  /** Minimum time between two checks of the file, in milliseconds; a second by default. */
  readonly intervalMs?: number;
}

/**
 * Reads the tokens that a service accepts, `token`, `name:token` or `name:token:scope` a line: from the file, again when it changes, else from
 * ENDPOINT_CHECK_TOKENS; never from an argument, since process lists show it. The first errors are added to `usageErrors`, without quoting any token.
 */
export function openTokens(
  file: string | null,
  { cwd, env }: Pick<Io, 'cwd' | 'env'>,
  { usageErrors, log, intervalMs = 1_000 }: TokenOptions,
): TokenSource {
  if (file === null) {
    const warnings: string[] = [];
    const variable = 'ENDPOINT_CHECK_TOKENS';
    const tokens = parseTokens(env[variable] ?? '', variable, { errors: usageErrors, warnings });
    if (tokens.length === 0)
      usageErrors.push('no tokens: set ENDPOINT_CHECK_TOKENS or --token-file, one token a line');
    return { get: () => tokens, reread: () => undefined, warn: () => logWarnings(warnings, log) };
  }
  return openTokenFile(resolve(cwd, file), `--token-file: ${file}`, { usageErrors, log, intervalMs });
}

/** The tokens of a file. A version that is missing, empty or invalid changes nothing. */
function openTokenFile(
  path: string,
  label: string,
  { usageErrors, log, intervalMs }: Required<TokenOptions>,
): TokenSource {
  // Before the file is read: a change in between is found by the next check.
  let { version } = describeFile(path);
  let lookedAt = performance.now();
  const first = readTokens(path, label);
  // Not spread: as arguments, more than some ten thousand would overflow the stack.
  for (const error of first.errors) usageErrors.push(error);
  let { tokens, warnings } = first;
  let fault: string | null = null;

  const warn = () => logWarnings(warnings, log);
  const take = (next: string) => {
    version = next;
    // Reading a pipe again would wait for its next writer.
    const reading =
      next === notFile
        ? { tokens: [], errors: [`${label} is not a regular file`], warnings: [] }
        : readTokens(path, label);
    const { errors } = reading;
    const sentence = errors.length === 0 ? null : errors.slice(0, errorLimit).join('; ');
    if (sentence === null) {
      ({ tokens, warnings } = reading);
      log({ event: 'tokens-reread', tokens: tokens.length });
      warn();
    } else if (sentence !== fault) {
      log({ event: 'tokens-invalid', error: sentence, tokens: tokens.length });
    }
    fault = sentence;
  };
  const look = () => {
    lookedAt = performance.now();
    const { version: next, changedAgoMs } = describeFile(path);
    if (next !== version && Math.abs(changedAgoMs) >= settlingMs) take(next);
  };
  return {
    get: () => {
      // Synchronously, so that a token which was taken out is refused at once.
      if (performance.now() - lookedAt >= intervalMs) look();
      return tokens;
    },
    reread: () => {
      // A reload on demand logs its result, even if it is the same again.
      fault = null;
      take(describeFile(path).version);
    },
    warn,
  };
}

/** Distinguishes versions of the file; a pipe has only one, since it can be read once. */
function describeFile(path: string): { readonly version: string; readonly changedAgoMs: number } {
  try {
    const stats = statSync(path, { bigint: true });
    const version = stats.isFile() ? describeVersion(path, stats) : notFile;
    return { version, changedAgoMs: Date.now() - Number(stats.ctimeMs) };
  } catch (error) {
    return { version: describeError(error), changedAgoMs: Infinity };
  }
}

interface TokenReading {
  readonly tokens: readonly ServiceToken[];
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

function readTokens(path: string, label: string): TokenReading {
  const errors: string[] = [];
  const warnings: string[] = [];
  try {
    const tokens = parseTokens(readArgument(path).toString(), label, { errors, warnings });
    if (tokens.length === 0) errors.push(`${label} has no tokens`);
    if (isReadableByOthers(path))
      warnings.push(`${label} can be read by other users: take the permission away (chmod o-r)`);
    return { tokens, errors, warnings };
  } catch (error) {
    return { tokens: [], errors: [`${label} cannot be read (${describeError(error)})`], warnings };
  }
}

function parseTokens(
  text: string,
  source: string,
  { errors, warnings }: { readonly errors: string[]; readonly warnings: string[] },
): readonly ServiceToken[] {
  return parseTokenLines(text).map((content) => {
    const { line, name, token, scope } = content;
    const invalid = validateTokenLine(content);
    if (invalid !== null) errors.push(`${source}, line ${line}: ${invalid}`);
    else if (token.length < shortestToken)
      warnings.push(
        `${source}, line ${line}: the token has fewer than ${shortestToken} characters: make one with openssl rand -hex 24`,
      );
    return { name: name === '' ? null : name, token, ...(isTokenScope(scope) ? { scope } : {}) };
  });
}

/** Windows has no such permissions: there the mode only tells whether a file is writable. */
function isReadableByOthers(path: string): boolean {
  const stats = statSync(path);
  return process.platform !== 'win32' && stats.isFile() && (stats.mode & readableByOthers) !== 0;
}

function logWarnings(warnings: readonly string[], log: LogTokens): void {
  if (warnings.length > 0)
    log({ event: 'tokens-weak', warning: warnings.slice(0, errorLimit).join('; '), found: warnings.length });
}

function describeError(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}
