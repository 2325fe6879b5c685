import { exitCodes } from '../engine/exit-code.js';
import { OptionReader } from '../engine/option-reader.js';
import { expectShortRun } from '../engine/short-run.js';
import { UsageError } from '../engine/usage-error.js';
import { QueryCaller } from '../query/caller.js';
import { QueryError } from '../query/error.js';
import { formatName } from '../query/names.js';
import { callPages, findRecords } from '../query/pages.js';
import { createRequestPath, type RouteParams } from '../query/request-path.js';
import { type Route, routes } from '../query/routes.js';
import { escapeJson, escapeTerminal } from '../reporters/escape.js';
import { type Io, writeText } from './io.js';
import { type RawService, readService } from './query-service.js';
import { defaultTexts } from './raw-options.js';

/** Options of `query` as commander has them: those of the service, and the parameters of the routes. */
export interface RawQuery extends RawService, Readonly<Record<string, unknown>> {
  readonly all?: boolean;
  readonly timeout?: string;
  readonly retries?: string;
}

/** `endpoint-check query`: one call of the query API, its JSON on standard output. Resolves to the exit status. */
export async function runQuery(
  given: readonly string[],
  raw: RawQuery,
  errors: readonly string[],
  io: Io,
): Promise<number> {
  const wrong = [...errors];
  const reader = new OptionReader(wrong, []);
  const service = readService(raw, io, wrong);
  const timeoutMs = reader.duration('--timeout', raw.timeout ?? '30s');
  const retries = reader.integer('--retries', raw.retries ?? defaultTexts.retries, 0, 10);
  const [name = '', ...values] = given;
  const route = routes.find((known) => formatName(known.name) === name);
  if (route === undefined) {
    wrong.push(
      `there is no route ${name}; there are ${routes.map((known) => formatName(known.name)).join(', ')}`,
    );
    throw new UsageError(wrong);
  }
  const parameters = readParameters(route, values, raw, wrong);
  wrong.push(...createRequestPath(route, parameters).errors.map((error) => spell(error, route)));
  if (raw.all === true && route.paging === null) wrong.push(`--all: ${name} has no pages`);
  if (wrong.length > 0) throw new UsageError(wrong);

  await expectShortRun();
  const interrupt = new AbortController();
  const stopListening = io.onInterrupt(() => interrupt.abort());
  const caller = new QueryCaller({ ...service, timeoutMs, retries });
  try {
    if (raw.all !== true) {
      const { text } = await caller.call(route.name, parameters, interrupt.signal);
      await writeText(io.stdout, `${escapeJson(text.trim())}\n`);
    } else {
      for await (const { value } of callPages(caller, route.name, parameters, interrupt.signal)) {
        const lines = (findRecords(value) ?? [value]).map(
          (record) => `${escapeJson(JSON.stringify(record))}\n`,
        );
        await writeText(io.stdout, lines.join(''));
      }
    }
    return exitCodes.ok;
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    await writeText(io.stderr, describe(error));
    return error.reason === 'aborted' ? exitCodes.interrupted : exitCodes.findings;
  } finally {
    stopListening();
  }
}

function readParameters(
  route: Route,
  values: readonly string[],
  raw: RawQuery,
  errors: string[],
): RouteParams {
  const inPath = route.parameters.filter((parameter) => parameter.in === 'path');
  if (values.length > inPath.length) {
    errors.push(
      `${formatName(route.name)} takes ${inPath.map((parameter) => `<${parameter.name}>`).join(' ')} and no more`,
    );
  }
  const parameters: Record<string, unknown> = {};
  inPath.forEach(({ name }, index) => (parameters[name] = values[index]));
  const known = new Set(
    routes
      .flatMap((other) => other.parameters)
      .filter((other) => other.in === 'query')
      .map(({ name }) => name),
  );
  for (const name of known) {
    const text = raw[name];
    if (typeof text !== 'string') continue;
    const type = route.parameters.find((parameter) => parameter.name === name)?.type;
    parameters[name] = type === 'integer' && /^\d{1,15}$/.test(text) ? Number(text) : text;
  }
  return parameters;
}

/** A error about a parameter in the words of the command line. */
function spell(error: string, route: Route): string {
  return error.replace(/^\w+(?=: )/, (name) => {
    const inPath = route.parameters.some((parameter) => parameter.name === name && parameter.in === 'path');
    return inPath ? `<${name}>` : `--${formatName(name)}`;
  });
}

/** The status, then the body as it came. */
function describe({ message, body }: QueryError): string {
  const lines = body.split(/\r?\n/).map((line) => `${escapeTerminal(line)}\n`);
  return `endpoint-check: ${escapeTerminal(message)}\n${body === '' ? '' : lines.join('')}`;
}
