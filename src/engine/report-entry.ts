import { getCheck } from '../checks/index.js';
import type { Entry } from '../model/entry.js';
import type { Finding, PlacedProblem } from '../model/finding.js';
import { nowhere } from '../model/place.js';
import type { EndpointReport } from '../model/report.js';
import type { LocalFailure } from '../net/connectivity.js';
import { describeLocalFailure, type ProbedTarget } from './local-failure.js';
import { createReport, type Outcome, timeRun } from './report.js';
import { describeProbe, placeProblems } from './run.js';

export interface EntryInput {
  readonly entry: Entry;
  readonly problems: readonly PlacedProblem[];
  /** Why it is not probed by choice; null if it may be. */
  readonly excluded: string | null;
}

export interface SingleProbe {
  readonly probed: ProbedTarget;
  /** Why this machine cannot judge any endpoint; null if it can. */
  readonly localFailure: LocalFailure | null;
}

export interface EntryReport {
  readonly endpoint: EndpointReport;
  readonly findings: readonly Finding[];
}

/**
 * Reports an entry like a run that checks it alone, without the rules that compare the endpoints of a chain. `probe` is null if it was not probed.
 */
export function reportEntry(
  { entry, problems, excluded }: EntryInput,
  probe: SingleProbe | null,
): EntryReport {
  const localFailure = probe?.localFailure ?? null;
  const outcome: Outcome =
    entry.skipReason !== null || excluded !== null
      ? { entry, noFacts: getCheck(entry.kind).noFacts, state: 'skipped' }
      : describeProbe(entry, probe?.probed, localFailure);
  const local: PlacedProblem[] =
    outcome.state === 'local-failure' && localFailure !== null
      ? [{ problem: describeLocalFailure(localFailure), place: nowhere, entry: null }]
      : [];
  const { endpoints, findings } = createReport(
    {
      files: [],
      problems: [...problems, ...placeProblems(outcome), ...local],
      excluded: new Map(excluded === null ? [] : [[entry, excluded]]),
    },
    [outcome],
    {
      ...timeRun(performance.now()),
      interrupted: false,
      scope: { network: true, only: null, since: null, shard: null },
    },
  );
  const [endpoint] = endpoints;
  if (endpoint === undefined) throw new Error('a report has an endpoint for each entry');
  return { endpoint, findings };
}
