import type { Answers, RouteName } from './answers.generated.js';
import { findUnknownFields } from '../../model/describe-unknown.js';
import { describeValue, isJsonObject } from '../../model/json.js';
import { invalidParams, QueryCaller, type QueryClientOptions } from './caller.js';
import { callPages } from './pages.js';
import type { RouteParams } from './params.js';

/** Options of a call. */
export interface CallOptions {
  /** Ends the call; it then rejects with a QueryError whose reason is `aborted`. */
  readonly signal?: AbortSignal;
}

/** The calls of a client, whose methods give the parameters of the path, those of the query, and the options of the call apart. */
export class ClientCalls {
  readonly #caller: QueryCaller;

  /** Throws a TypeError that names every invalid option. */
  constructor(options: QueryClientOptions) {
    this.#caller = new QueryCaller(options);
  }

  async call<Name extends RouteName>(
    route: Name,
    path: RouteParams,
    options?: CallOptions,
    params?: object,
  ): Promise<Answers[Name]> {
    const { signal } = readArguments(route, options, params);
    const { value } = await this.#caller.call(route, { ...params, ...path }, signal);
    // As the service describes it, which is checked with `validateAnswers`.
    return value as Answers[Name];
  }

  async *pages<Name extends PagedRoute>(
    route: Name,
    path: RouteParams,
    options: CallOptions | undefined,
    params: object,
  ): AsyncGenerator<Answers[Name], void, undefined> {
    const { signal } = readArguments(route, options, params);
    for await (const { value } of callPages(this.#caller, route, { ...params, ...path }, signal))
      yield value as Answers[Name];
  }
}

/** Validates what JavaScript callers may pass. Throws a QueryError that names every error. */
function readArguments(route: RouteName, options: unknown = {}, params: unknown = {}): CallOptions {
  const errors: string[] = [];
  if (!isJsonObject(params)) errors.push(`params: expected an object, got ${describeValue(params)}`);
  if (!isJsonObject(options)) errors.push(`options: expected an object, got ${describeValue(options)}`);
  else {
    errors.push(...findUnknownFields(options, { signal: true }, 'option'));
    const signal: unknown = options['signal'];
    if (signal !== undefined && !(signal instanceof AbortSignal))
      errors.push(`signal: expected an AbortSignal, got ${describeValue(signal)}`);
  }
  if (errors.length > 0) throw invalidParams(route, errors);
  return options as CallOptions;
}

/** The routes whose answers tell where their list continues. */
type PagedRoute = {
  [Name in RouteName]: Answers[Name] extends { readonly next: string | null } ? Name : never;
}[RouteName];
