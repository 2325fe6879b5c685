import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isTokenScope, parseTokenLines, validateTokenLine } from '../query/client/token.js';
import { describeVersion } from '../registry/file-version.js';
import { readArgument } from '../registry/read-argument.js';
import type { ServiceToken } from '../query/service/http/authorize.js';
import type { Io } from './io.js';

export interface TokenSource {
  /** The current ones; the same array as long as they do not change. */
  readonly get: () => readonly ServiceToken[];
  /** Reads them again at once. */
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
  const opened = new TokenFile(resolve(cwd, file), `--token-file: ${file}`, { log, intervalMs });
  usageErrors.push(...opened.errors);
  return opened;
}

/** The tokens of a file. A version that is missing, empty or invalid changes nothing. */
class TokenFile implements TokenSource {
  readonly errors: readonly string[];
  readonly #path: string;
  readonly #label: string;
  readonly #log: LogTokens;
  readonly #intervalMs: number;
  #tokens: readonly ServiceToken[] = [];
  #warnings: readonly string[] = [];
  #version: string;
  #lookedAt = performance.now();
  /** The last log message; null if the last check found no fault. */
  #fault: string | null = null;

  constructor(path: string, label: string, { log, intervalMs }: Required<Omit<TokenOptions, 'usageErrors'>>) {
    this.#path = path;
    this.#label = label;
    this.#log = log;
    this.#intervalMs = intervalMs;
    // Before the file is read: a change in between is found by the next check.
    this.#version = this.#describe().version;
    ({ tokens: this.#tokens, errors: this.errors, warnings: this.#warnings } = this.#read());
  }

  get(): readonly ServiceToken[] {
    // Synchronously, so that a token which was taken out is refused at once.
    if (performance.now() - this.#lookedAt >= this.#intervalMs) this.#look();
    return this.#tokens;
  }

  reread(): void {
    // A reload on demand logs its result, even if it is the same again.
    this.#fault = null;
    this.#take(this.#describe().version);
  }

  warn(): void {
    logWarnings(this.#warnings, this.#log);
  }

  #look(): void {
    this.#lookedAt = performance.now();
    const { version, changedAgoMs } = this.#describe();
    if (version !== this.#version && Math.abs(changedAgoMs) >= settlingMs) this.#take(version);
  }

  #take(version: string): void {
    this.#version = version;
    // Reading a pipe again would wait for its next writer.
    const { tokens, errors, warnings } =
      version === notFile
        ? { tokens: [], errors: [`${this.#label} is not a regular file`], warnings: [] }
        : this.#read();
    const fault = errors.slice(0, errorLimit).join('; ');
    if (errors.length === 0) {
      this.#tokens = tokens;
      this.#warnings = warnings;
      this.#log({ event: 'tokens-reread', tokens: tokens.length });
      this.warn();
    } else if (fault !== this.#fault) {
      this.#log({ event: 'tokens-invalid', error: fault, tokens: this.#tokens.length });
    }
    this.#fault = errors.length === 0 ? null : fault;
  }

  /** Distinguishes versions of the file; a pipe has only one, since it can be read once. */
  #describe(): { readonly version: string; readonly changedAgoMs: number } {
    try {
      const stats = statSync(this.#path, { bigint: true });
      const version = stats.isFile() ? describeVersion(this.#path, stats) : notFile;
      return { version, changedAgoMs: Date.now() - Number(stats.ctimeMs) };
    } catch (error) {
      return { version: describeError(error), changedAgoMs: Infinity };
    }
  }

  #read(): TokenReading {
    const errors: string[] = [];
    const warnings: string[] = [];
    try {
      const tokens = parseTokens(readArgument(this.#path).toString(), this.#label, { errors, warnings });
      if (tokens.length === 0) errors.push(`${this.#label} has no tokens`);
      if (isReadableByOthers(this.#path))
        warnings.push(`${this.#label} can be read by other users: take the permission away (chmod o-r)`);
      return { tokens, errors, warnings };
    } catch (error) {
      return { tokens: [], errors: [`${this.#label} cannot be read (${describeError(error)})`], warnings };
    }
  }
}

interface TokenReading {
  readonly tokens: readonly ServiceToken[];
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
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
