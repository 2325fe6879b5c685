import { checks, getCheck } from '../checks/index.js';
import type { Entry, Target } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import { nowhere, type Place } from '../model/place.js';
import type { Report, Scope } from '../model/report.js';
import type { Problem } from '../model/rule.js';
import { createAbortController, joinSignals } from '../net/abort.js';
import type { LocalFailure } from '../net/connectivity.js';
import { judgeEnded, judgeReport, limitUnbegun, type ProbedEntry } from './chain/judge-report.js';
import { describeLocalFailure, isPossiblyLocal, type ProbedTarget } from './local-failure.js';
import type { ListedTarget, Targets } from './probe-all.js';
import { probeReferences } from './references.js';
import { createReport, type Outcome, type ReportInput, sortOutcomes, timeRun } from './report.js';
import { createKindFilter, type RunOptions } from './run-options.js';
import { reclassifySharedLimits } from './shared-limits.js';

export interface RunInput extends ReportInput {
  readonly entries: readonly Entry[];
  /** Entries that are not probed, since they are unchanged. */
  readonly unchanged?: ReadonlySet<Entry>;
  /** Entries of chains that the change calls ended, which are asked whether the chain makes blocks, each with the place of that status. */
  readonly ended?: ReadonlyMap<Entry, Place>;
  /** Entries that are probed first; by default all are probed in their order. */
  readonly first?: ReadonlySet<Entry>;
  /** Which part of the registry it is; the whole by default. */
  readonly part?: Pick<Scope, 'since' | 'shard'>;
  /** When reading began, by `performance.now()`; now by default. */
  readonly startedMs?: number;
  /** When the run began; by `startedMs` and the clock by default. */
  readonly startedAt?: Date;
}

/** Checks the entries and reports. Targets that are listed more than once are probed once, and judged by the claim of each place. */
export async function runChecks(input: RunInput, options: RunOptions): Promise<Report> {
  // What the probes observed is more than the report of it, and not kept longer (`bench/chain-registry.ts`).
  const { report: byEndpoint, probed } = await probeEntries(input, options);
  const report = reclassifySharedLimits(byEndpoint);
  // A shard has only a part of each chain; `merge` judges the chains of all parts.
  return input.part?.shard == null && probed.length > 0 ? judgeReport(report, probed) : report;
}

/** The report before its chains are judged; `probed` is empty if nothing was to be probed. */
async function probeEntries(
  input: RunInput,
  options: RunOptions,
): Promise<{ readonly report: Report; readonly probed: readonly (ProbedEntry | null)[] }> {
  const { startedMs = performance.now(), part = { since: null, shard: null } } = input;
  const { entries, ended = new Map<Entry, Place>() } = input;
  const isFirst = (entry: Entry) => input.first?.has(entry) === true;
  const isWhole = input.unchanged === undefined && entries.some(({ place }) => place.file !== null);
  const isProbed = createKindFilter(options, { isWhole });
  const probeable = options.network ? entries : [];
  const eligible = probeable.filter((entry) => !isUnchanged(entry, input) && !isSkipped(entry, input));
  const due = eligible.filter(({ kind }) => isProbed(kind));
  // A shard asks its own; how many there are is told of the whole.
  const asked = probeable.filter((entry) => ended.has(entry) && isProbed(entry.kind));
  const targets = listTargets([...due.filter(isFirst), ...due.filter((entry) => !isFirst(entry)), ...asked]);
  const results = targets.size === 0 ? noResults : await probeTargets(targets, input, isProbed, options);
  const { localFailure } = results;
  const outcomes = entries.map((entry) => findOutcome(entry, input, results));
  const problems = [
    ...input.problems,
    ...(localFailure === null ? [] : [placeNowhere(describeLocalFailure(localFailure))]),
    ...outcomes.flatMap((outcome) => placeProblems(outcome)),
    ...judgeEnded(outcomes, ended),
  ];
  const excluded = new Map(input.excluded);
  if (options.only === null)
    for (const entry of eligible)
      if (entry.target !== null && !isProbed(entry.kind))
        excluded.set(entry, `peers are probed with ${options.writeOption('peers', true)}`);
  const report = createReport({ ...input, problems, excluded }, outcomes, {
    ...timeRun(startedMs),
    ...(input.startedAt === undefined ? {} : { startedAt: input.startedAt }),
    interrupted: options.signal.aborted,
    scope: { network: options.network, only: listOnly(options), ...part },
    writeOption: options.writeOption,
  });
  return { report, probed: targets.size === 0 ? [] : sortOutcomes(outcomes).map(describeProbed) };
}

function isSkipped(entry: Entry, { excluded }: RunInput): boolean {
  return entry.skipReason !== null || excluded?.has(entry) === true;
}

function isUnchanged(entry: Entry, { unchanged }: RunInput): boolean {
  return unchanged?.has(entry) === true;
}

interface RunResults {
  readonly targets: ReadonlyMap<string, ProbedTarget>;
  readonly references: ReadonlyMap<string, ProbedTarget>;
  readonly localFailure: LocalFailure | null;
}

const noResults: RunResults = { targets: new Map(), references: new Map(), localFailure: null };

async function probeTargets(
  targets: Targets,
  input: RunInput,
  isProbed: (kind: string) => boolean,
  options: RunOptions,
): Promise<RunResults> {
  // Loaded if there is something to probe: reading files needs no network.
  const { probeAll, findLocalFailure } = await import('./probe-all.js');
  const ending = createAbortController();
  const signal = joinSignals(options.signal, ending.signal);
  try {
    const results = await probeAll(targets, options, signal);
    const candidates =
      input.unchanged === undefined ? [] : input.entries.filter((entry) => !isSkipped(entry, input));
    const references = await probeReferences(candidates, results, {
      isUnchanged: (entry) => isUnchanged(entry, input),
      references: options.references,
      keyOf: ({ kind, target }) => keyOf(kind, target),
      isProbed,
      // They only serve as witnesses.
      probe: (more) => probeAll(more, { ...options, capabilities: false }, signal),
    });
    const localFailure = options.signal.aborted
      ? null
      : await findLocalFailure([...results.values()], options);
    return { targets: results, references, localFailure };
  } finally {
    // Cancels pending queries to name servers; after a callback has thrown, also the probes that go on.
    ending.abort();
  }
}

function findOutcome(entry: Entry, input: RunInput, results: RunResults): Outcome {
  const { kind, target } = entry;
  const { noFacts } = getCheck(kind);
  const isAsked = input.ended?.has(entry) === true;
  const key = target === null ? '' : keyOf(kind, target);
  const probed = results.targets.get(key);
  if (isSkipped(entry, input) && !isAsked) return { entry, noFacts, state: 'skipped' };
  if (isAsked || isUnchanged(entry, input)) {
    const reference = results.references.get(key) ?? probed;
    return reference === undefined
      ? { entry, noFacts, state: 'skipped' }
      : { entry, noFacts, state: 'reference', result: reference.result };
  }
  return describeProbe(entry, probed, results.localFailure);
}

/** The outcome of an entry that is to be probed; `probed` is undefined if the run ended before. */
export function describeProbe(
  entry: Entry,
  probed: ProbedTarget | undefined,
  localFailure: LocalFailure | null,
): Outcome {
  const { noFacts } = getCheck(entry.kind);
  if (entry.target === null) return { entry, noFacts, state: 'invalid' };
  if (probed === undefined) return { entry, noFacts, state: 'skipped' };
  const state = localFailure !== null && isPossiblyLocal(probed, localFailure) ? 'local-failure' : 'probed';
  return { entry, noFacts, state, result: probed.result };
}

function describeProbed(outcome: Outcome): ProbedEntry | null {
  return 'result' in outcome ? { entry: outcome.entry, observedAt: outcome.result.observedAt } : null;
}

export function placeProblems(outcome: Outcome): PlacedProblem[] {
  if (outcome.state !== 'probed') return [];
  const { entry, result } = outcome;
  const { problems, judgeClaim } = result.observation;
  const all = entry.claim === null ? problems : [...problems, ...judgeClaim(entry.claim)];
  return all.map((problem) => ({
    problem,
    place: entry.urlPlace,
    entry,
    ...limitUnbegun(entry),
    ...limitUnreached(entry, problem),
  }));
}

const unreached = [
  'net/refused',
  'net/unreachable',
  'net/connect-timeout',
  'net/response-timeout',
  'net/reset',
  'net/blocked-address',
];

/** A peer that cannot be reached proves nothing. */
function limitUnreached({ kind }: Entry, { code }: Problem): { readonly atMost?: 'notice' } {
  return getCheck(kind).peerToPeer === true && unreached.includes(code) ? { atMost: 'notice' } : {};
}

function placeNowhere(problem: Problem): PlacedProblem {
  return { problem, place: nowhere, entry: null };
}

/** The kinds that are probed, in the order of the report; null if all are. */
function listOnly({ only }: RunOptions): readonly string[] | null {
  if (only === null) return null;
  const probed = checks.map(({ kind }) => kind).filter((kind) => only.has(kind));
  return probed.length === checks.length ? null : probed;
}

function listTargets(entries: readonly Entry[]): Targets {
  const targets = new Map<string, ListedTarget>();
  const peers = new Map<string, ListedTarget>();
  for (const { kind, target } of entries) {
    if (target === null) continue;
    (getCheck(kind).peerToPeer === true ? peers : targets).set(keyOf(kind, target), { kind, target });
  }
  // Last, so that their pauses hold up no other target.
  return new Map([...targets, ...peers]);
}

/** The key of a target: the same for addresses that are probed once. */
export function keyOf(
  kind: string,
  {
    host,
    port,
    path,
    secure,
    exactTransport,
    endsWithSlash,
    peerId,
    network,
    claimsArchive,
    blockTimeMs,
  }: Target,
): string {
  // gRPC at port 443 is TLS with and without a scheme.
  const forms = [exactTransport === true && port !== 443, endsWithSlash === true, claimsArchive === true];
  const peer = peerId === undefined ? [] : [peerId, JSON.stringify(network ?? null)];
  return [kind, secure, ...forms, blockTimeMs, host, port, path, ...peer].join(' ');
}
