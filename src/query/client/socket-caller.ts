import { createGet } from '../../net/get.js';
import { QueryCaller } from './caller.js';
import type { QueryError } from './error.js';

/** The caller of the command line, which needs no fetch: it requests any path, and asks no name server for `localhost`. */
export function createSocketCaller(
  options: ConstructorParameters<typeof QueryCaller>[0],
  onWait: (error: QueryError) => void,
): QueryCaller {
  return new QueryCaller(options, { get: createGet(), onWait });
}
