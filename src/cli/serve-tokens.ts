import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseTokenLines, validateToken } from '../query/token.js';
import { describeVersion } from '../registry/file-version.js';
import type { ServiceToken } from '../service/http/authenticate.js';
import type { Io } from './io.js';

/** The tokens that a service accepts. */
export interface TokenSource {
  /** Those of now; the same array as long as they do not change. */
  readonly get: () => readonly ServiceToken[];
  /** Reads them again at once. */
  readonly reread: () => void;
}

/** Called where tokens were read again, or could not be. No field holds a token. */
export type LogTokens = (
  fields: { readonly event: 'tokens-reread' | 'tokens-invalid' } & Record<string, string | number>,
) => void;

/** A file that changed less than this ago, in milliseconds, may still be half written. */
const settlingMs = 200;
const notFile = 'not a file';
/** Maximum number of errors in a line of the log. */
const errorLimit = 5;

/** What opening tokens reports, and how. */
interface TokenOptions {
  readonly usageErrors: string[];
  readonly log: LogTokens;
  /** Minimum time between two looks at the file, in milliseconds; a second by default. */
  readonly intervalMs?: number;
}

/**
 * Reads the tokens that a service accepts, `token` or `name:token` a line: from the file, again when it changes, else from
 * ENDPOINT_CHECK_TOKENS; never from an argument, which process lists show. Adds what is wrong at first to `usageErrors`, without quoting any token.
 */
export function openTokens(
  file: string | undefined,
  { cwd, env }: Pick<Io, 'cwd' | 'env'>,
  { usageErrors, log, intervalMs = 1_000 }: TokenOptions,
): TokenSource {
  if (file === undefined) {
    const tokens = parseTokens(env['ENDPOINT_CHECK_TOKENS'] ?? '', 'ENDPOINT_CHECK_TOKENS', usageErrors);
    if (tokens.length === 0)
      usageErrors.push('no tokens: set ENDPOINT_CHECK_TOKENS or --token-file, one token a line');
    return { get: () => tokens, reread: () => undefined };
  }
  const opened = new TokenFile(resolve(cwd, file), `--token-file: ${file}`, { log, intervalMs });
  usageErrors.push(...opened.errors);
  return opened;
}

/** The tokens of a file. One that is missing, empty or invalid changes nothing. */
class TokenFile implements TokenSource {
  readonly errors: readonly string[];
  readonly #path: string;
  readonly #label: string;
  readonly #log: LogTokens;
  readonly #intervalMs: number;
  #tokens: readonly ServiceToken[] = [];
  #version: string;
  #lookedAt = performance.now();
  /** What the log said last; null where the last look found nothing wrong. */
  #fault: string | null = null;

  constructor(path: string, label: string, { log, intervalMs }: Required<Omit<TokenOptions, 'usageErrors'>>) {
    this.#path = path;
    this.#label = label;
    this.#log = log;
    this.#intervalMs = intervalMs;
    // Before the file is read: a change in between is found by the next look.
    this.#version = this.#describe().version;
    [this.#tokens, this.errors] = this.#read();
  }

  get(): readonly ServiceToken[] {
    // Synchronously, so that a token which was taken out is refused at once.
    if (performance.now() - this.#lookedAt >= this.#intervalMs) this.#look();
    return this.#tokens;
  }

  reread(): void {
    // Whoever asks for it gets a line in the log, though it may be the same again.
    this.#fault = null;
    this.#take(this.#describe().version);
  }

  #look(): void {
    this.#lookedAt = performance.now();
    const { version, changedAgoMs } = this.#describe();
    if (version !== this.#version && Math.abs(changedAgoMs) >= settlingMs) this.#take(version);
  }

  #take(version: string): void {
    this.#version = version;
    // Reading a pipe again would wait for its next writer.
    const [tokens, errors] =
      version === notFile ? [[], [`${this.#label} is not a regular file`]] : this.#read();
    const fault = errors.slice(0, errorLimit).join('; ');
    if (errors.length === 0) {
      this.#tokens = tokens;
      this.#log({ event: 'tokens-reread', tokens: tokens.length });
    } else if (fault !== this.#fault) {
      this.#log({ event: 'tokens-invalid', error: fault, tokens: this.#tokens.length });
    }
    this.#fault = errors.length === 0 ? null : fault;
  }

  /** What tells versions of the file apart; a pipe has only one, since it can be read once. */
  #describe(): { readonly version: string; readonly changedAgoMs: number } {
    try {
      const stats = statSync(this.#path, { bigint: true });
      const version = stats.isFile() ? describeVersion(this.#path, stats) : notFile;
      return { version, changedAgoMs: Date.now() - Number(stats.ctimeMs) };
    } catch (error) {
      return { version: describeError(error), changedAgoMs: Infinity };
    }
  }

  #read(): readonly [readonly ServiceToken[], readonly string[]] {
    const errors: string[] = [];
    try {
      const tokens = parseTokens(readFileSync(this.#path, 'utf8'), this.#label, errors);
      if (tokens.length === 0) errors.push(`${this.#label} has no tokens`);
      return [tokens, errors];
    } catch (error) {
      return [[], [`${this.#label} cannot be read (${describeError(error)})`]];
    }
  }
}

function parseTokens(text: string, source: string, errors: string[]): readonly ServiceToken[] {
  return parseTokenLines(text).map(({ line, name, token }) => {
    const invalid = validateToken(token);
    if (invalid !== null) errors.push(`${source}, line ${line}: ${invalid}`);
    return { name: name === '' ? null : name, token };
  });
}

function describeError(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}
