import { exitCodes, UsageError } from '../engine/exit-code.js';
import { type Options, type RawOptions, readOptions } from '../engine/options/option-rows.js';
import { expectShortRun } from '../engine/short-run.js';
import { findNearest } from '../model/describe-unknown.js';
import { parseProblem, QueryError } from '../query/client/error.js';
import { toKebabCase } from '../model/write-option.js';
import { createDataMask, createMask } from '../query/client/mask.js';
import { callPages, type Page } from '../query/client/pages.js';
import type { Parameter, Route } from '../query/client/route.js';
import { routes } from '../query/client/routes.js';
import { createSocketCaller } from '../query/client/socket-caller.js';
import { formatParamError, validateParams } from '../query/client/params.js';
import { defuseRunnerCommands, escapeJson, escapeMessage, escapeTerminal } from '../reporters/escape.js';
import {
  type CommandLine,
  type Io,
  type Output,
  quoteForShell,
  readColumns,
  writeForReader,
  writeText,
} from './io.js';
import { readService } from './query-service.js';

/**
 * `endpoint-check query`: one call of the query API, its JSON on standard output, or the records of all pages. `args` are the route and the
 * parameters of its path. Resolves to the exit status.
 */
export async function run(
  [name, ...pathParams]: readonly string[],
  raw: RawOptions,
  { usageErrors }: CommandLine,
  io: Io,
): Promise<number> {
  const errors = [...usageErrors];
  const route = routes.find((candidate) => toKebabCase(candidate.name) === name);
  if (route === undefined) throw new UsageError([...errors, describeUnknownRoute(name)]);
  const options = readOptions('queryPages', raw, errors);
  const { timeoutMs, retries, all, resume } = options;
  const service = readService(options, io, errors);
  const params = readParams(route, pathParams, raw);
  if (resume !== null) params['cursor'] = resume;
  errors.push(...validateResume(route, options, raw));
  const spell = (parameter: Parameter) => spellParameter(parameter, resume !== null);
  for (const error of validateParams(route, params, spell)) {
    // A missing argument has been reported as an error already.
    if (!(error.name.startsWith('<') && error.detail === 'is required')) errors.push(formatParamError(error));
  }
  if (errors.length > 0) throw new UsageError(errors);

  expectShortRun();
  const interrupt = new AbortController();
  const stopListening = io.onInterrupt(() => interrupt.abort());
  const notice = createWaitNotice(io.stderr);
  const { baseUrl, token } = service;
  const caller = createSocketCaller({ baseUrl, token, timeoutMs, retries }, notice.show);
  // All that a service has written leaves by these two, and may repeat the token.
  const [maskData, mask] = [createDataMask(token), createMask(token)];
  const print = (text: string) => writeForReader(io.stdout, maskData(text));
  const report = (text: string) => writeText(io.stderr, mask(text));
  const { cursor } = params;
  const printed: PrintedPages = { records: 0, cursor: typeof cursor === 'string' ? cursor : null };
  try {
    if (!all) {
      const { text } = await caller.call(route.name, params, interrupt.signal);
      notice.clear();
      await print(`${escapeJson(joinLines(text))}\n`);
    } else {
      const pages = callPages(caller, route.name, params, interrupt.signal);
      await printPages(pages, printed, print, notice.clear);
    }
    return exitCodes.ok;
  } catch (error) {
    notice.clear();
    if (error instanceof OutputError) {
      const sentence = `${toKebabCase(route.name)}: ${error.message}`;
      await report(formatLines([sentence], [describePrinted(printed, null)]));
      return exitCodes.failure;
    }
    if (!(error instanceof QueryError)) throw error;
    const progress = all ? [describePrinted(printed, error.status)] : [];
    await report(describeError(error, progress));
    return error.reason === 'aborted' ? exitCodes.interrupted : exitCodes.findings;
  } finally {
    stopListening();
  }
}

/** JSON in one line, as each record of `--all` is; from its text, so that numbers keep all digits. */
function joinLines(json: string): string {
  return json.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, (_, string: string | undefined) => string ?? '');
}

function describeUnknownRoute(name: string | undefined): string {
  const names = routes.map((each) => toKebabCase(each.name));
  if (name === undefined) return `a route is required: ${names.join(', ')}`;
  if (name.startsWith('-')) return `${name}: options come after the route`;
  const nearest = findNearest(name, names);
  return nearest === null
    ? `unknown route "${name}": expected one of ${names.join(', ')}`
    : `unknown route "${name}": did you mean ${nearest}?`;
}

function readParams(route: Route, pathParams: readonly string[], raw: RawOptions): Record<string, unknown> {
  const inPath = route.parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = route.parameters.filter((parameter) => parameter.in === 'query');
  const params: Record<string, unknown> = {};
  inPath.forEach(({ name }, index) => (params[name] = pathParams[index]));
  for (const { name, type } of inQuery) {
    const value = raw[name];
    const isInteger = type === 'integer' && typeof value === 'string' && /^\d{1,15}$/.test(value);
    params[name] = isInteger ? Number(value) : value;
  }
  return params;
}

function validateResume({ paging }: Route, { resume }: Options<'queryPages'>, raw: RawOptions): string[] {
  if (resume === null) return [];
  const positions = ['cursor', paging?.position ?? ''].filter((name) => raw[name] !== undefined);
  return positions.map((name) => `--resume and --${toKebabCase(name)} exclude each other`);
}

function spellParameter({ name, in: place }: Parameter, resumes: boolean): string {
  if (name === 'cursor' && resumes) return '--resume';
  return place === 'path' ? `<${name}>` : `--${toKebabCase(name)}`;
}

/** The status with the detail of a problem (RFC 9457), else with the beginning of the body; then lines of this program. */
function describeError({ reason, route, message, body }: QueryError, notes: readonly string[]): string {
  const problem = parseProblem(body);
  const name = toKebabCase(route);
  // The client's messages begin with the name of its method.
  const summary = reason === 'aborted' ? `${name}: interrupted` : `${name}${message.slice(route.length)}`;
  const lines =
    problem === null
      ? [summary, ...(body === '' ? [] : body.split(/\r?\n/))]
      : [`${summary}: ${problem.detail}`, ...problem.errors.map((error) => `  ${error}`)];
  return formatLines(lines, notes);
}

function formatLines(lines: readonly string[], notes: readonly string[]): string {
  const prefixed = notes.map((line) => `endpoint-check: ${line}`);
  return defuseRunnerCommands(`endpoint-check: ${[...lines.map(escapeTerminal), ...prefixed].join('\n')}\n`);
}

export interface PrintedPages {
  records: number;
  /** The cursor of the first page that is not completely printed; null if none is known. */
  cursor: string | null;
}

/** Thrown if records cannot be written, for example on a full disk. */
export class OutputError extends Error {
  override readonly name = 'OutputError';

  constructor(cause: Error) {
    super(`cannot write the output: ${cause.message}`);
  }
}

/**
 * Prints the records of pages, one JSON value a line; an answer whose records are not recognised is a line. Calls `onPage` before each page. Keeps
 * `printed` up to date, even if the pages throw. Ends early once `write` resolves to false, since nobody reads any more; throws an OutputError if it rejects.
 */
export async function printPages(
  pages: AsyncIterable<Page>,
  printed: PrintedPages,
  write: (text: string) => Promise<boolean>,
  onPage: () => void,
): Promise<void> {
  for await (const { value, records, next } of pages) {
    onPage();
    const lines = (records ?? [value]).map((record) => `${escapeJson(JSON.stringify(record))}\n`);
    const isRead = await write(lines.join('')).catch((error: unknown) => {
      throw error instanceof Error ? new OutputError(error) : error;
    });
    if (!isRead) return;
    printed.records += lines.length;
    printed.cursor = next;
  }
}

/** The number of printed records, and how to continue; no option if the service refuses the cursor, or has forgotten its list (`status`). */
export function describePrinted({ records, cursor }: PrintedPages, status: number | null): string {
  const isUsable = cursor !== null && isPrintable(cursor) && status !== 400 && status !== 410;
  return `records printed: ${records}${isUsable ? `; continue with --resume ${quoteForShell(cursor)}` : ''}`;
}

/** True for printable ASCII without a runner's command: a cursor is untrusted text, and works only unchanged. */
function isPrintable(cursor: string): boolean {
  return /^[\x20-\x7e]+$/.test(cursor) && defuseRunnerCommands(cursor) === cursor;
}

/** Shows on a terminal why a call of the query API waits; nothing elsewhere. `clear` removes it. */
export function createWaitNotice(output: Output): { show: (error: QueryError) => void; clear: () => void } {
  let isShown = false;
  return {
    show: ({ message, body }) => {
      const columns = readColumns(output);
      if (columns === null) return;
      const text = escapeMessage(`waiting: ${parseProblem(body)?.detail ?? message}`);
      // A longer line would wrap, and only its last part could be removed.
      output.write(`\r\x1b[K${text.slice(0, columns - 1)}`);
      isShown = true;
    },
    clear: () => {
      if (isShown) output.write('\r\x1b[K');
      isShown = false;
    },
  };
}
