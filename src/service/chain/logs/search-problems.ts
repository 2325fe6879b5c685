import { ServiceProblem } from '../../http/service-problem.js';
import type { FilterState } from './event-table.js';

/** A filter of which nothing is read yet, or what is read is too little, is asked for again after so many seconds. */
const retryAfterSeconds = 2;

/** The 503 of a page whose blocks are not read yet. */
export function indexBuilding({ covered }: FilterState): ServiceProblem {
  const progress =
    covered === null
      ? { blocks: 0, of: null }
      : { blocks: covered.to - covered.from + 1, of: covered.to + 1 };
  const detail =
    covered === null
      ? 'the events are being read from the chain; try again soon'
      : `the events are being read from the chain: ${progress.blocks} of ${String(progress.of)} blocks; try again soon`;
  return new ServiceProblem(503, detail, { type: 'index-building', retryAfterSeconds, fields: { progress } });
}

/** The 507 of a filter that does not fit into the database. */
export function tooLarge(): ServiceProblem {
  return new ServiceProblem(
    507,
    'the events that match are more than the database of the service holds; narrow the request',
    {
      type: 'too-large',
    },
  );
}
