import type { EndpointKind } from '../../model/endpoint-kind.generated.js';
import type { JsonObject } from '../../model/json.js';
import type { PhasesMs } from '../../model/report.js';
import type { KindWith, RuleProblem } from '../../model/rule.js';
import { type Head, judgeHeadTime } from '../block/stale.js';
import { type Check, type CheckDefinition, defineCheck } from '../check.js';
import { describeBriefly } from '../rules/describe-briefly.js';
import { describeArchive, findNewest, findOtherHead, type NodeObservation } from './observation.js';

export const noPhases: PhasesMs = { dns: null, connect: null, tls: null, firstByte: null, total: null };

/** The report's facts; null without an observation. Heights and chain ids beyond 2^53 are strings, so that none is rounded. */
export function describeNode(observation: NodeObservation | null, kindFacts: JsonObject): JsonObject {
  const [chainId = null, otherChainId = null] = [...new Set(observation?.chainIds)];
  const other = observation === null ? null : findOtherHead(observation);
  return {
    address: observation?.connection?.address ?? null,
    chainId,
    otherChainId,
    ...kindFacts,
    ...observation?.facts,
    ...describeHead(findNewest(observation?.heads ?? [])),
    otherHead: other === null ? null : { ...describeHead(other.head), syncing: other.isSyncing },
    archive: describeArchive(observation?.archive ?? null),
    cors: observation?.cors?.allowed ?? null,
    ...observation?.capabilities?.facts,
    tlsVersion: observation?.connection?.tlsVersion ?? null,
    certificateExpiresAt: observation?.connection?.certificateExpiresAt ?? null,
    phasesMs: { ...(observation?.phasesMs ?? noPhases) },
  };
}

function describeHead(head: Head | null): JsonObject {
  return { blockHeight: head?.height ?? null, blockTime: head === null ? null : toIso(head.timeMs) };
}

/** A time in milliseconds since 1970 in ISO 8601, UTC; null if a Date cannot hold it. */
export function toIso(timeMs: number): string | null {
  const date = new Date(timeMs);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

interface NodeCheckDefinition extends Omit<
  CheckDefinition<NodeObservation>,
  'judge' | 'judgeClaim' | 'describe'
> {
  readonly kind: Extract<EndpointKind, NodeKind>;
}

/** `kindFacts` are the facts that only its endpoints have, each null. */
export function defineNodeCheck({
  kindFacts,
  ...definition
}: NodeCheckDefinition & { readonly kindFacts: JsonObject }): Check {
  return defineCheck<NodeObservation>({
    ...definition,
    judge: (observation, now, { blockTimeMs }) => judgeNode(definition.kind, observation, now, blockTimeMs),
    judgeClaim: ({ problem, judgeClaim }) => (problem === null ? judgeClaim : () => []),
    describe: (observation) => describeNode(observation, kindFacts),
  });
}

type NodeKind = KindWith<'stale'>;

/** The problems of an endpoint, whatever chain it should serve. `blockTimeMs` is what its file states, if it does. Pure. */
export function judgeNode(
  kind: NodeKind,
  observation: NodeObservation,
  now: Date,
  blockTimeMs?: number,
): readonly RuleProblem[] {
  const { problem, redirect, problems, archive, capabilities, cors } = observation;
  const redirected = redirect === null ? [] : [redirect];
  if (problem !== null) return [problem, ...redirected];
  return [
    ...problems,
    ...judgeHead(kind, observation, now, blockTimeMs),
    ...judgeArchive(kind, archive),
    ...(capabilities?.problems ?? []),
    ...redirected,
    ...judgeTransport(kind, observation, now),
    ...(cors?.allowed === false ? [{ code: 'http/no-cors', data: { reason: cors.reason } } as const] : []),
  ];
}

function judgeHead(kind: NodeKind, answers: NodeObservation, now: Date, blockTimeMs?: number): RuleProblem[] {
  const { hasNoBlock, syncing, headProblem, heads, problems } = answers;
  // Comes first: a node without a block also reports that it is catching up.
  if (hasNoBlock) return [{ code: `${kind}/no-block`, data: {} }];
  // If only some answers say so, `chain/unsteady` tells it.
  if (syncing.length > 0 && syncing.every(Boolean)) return [{ code: `${kind}/syncing`, data: {} }];
  const newest = findNewest(heads);
  if (newest !== null) return judgeHeadTime(kind, newest, now, blockTimeMs);
  // A limit that withheld another answer too is one cause.
  const isReported = problems.some(({ code }) => code === headProblem?.code);
  return headProblem === null || isReported
    ? []
    : [{ code: `${kind}/head-unknown`, data: { detail: describeBriefly(headProblem) } }];
}

function judgeArchive(kind: NodeKind, archive: NodeObservation['archive']): RuleProblem[] {
  if (archive === null || archive.kind === 'whole') return [];
  const { kind: outcome, ...data } = archive;
  return [{ code: `${kind}/${outcome === 'pruned' ? 'not-archive' : 'archive-unproved'}`, data }];
}

const dayMs = 86_400_000;
/** Certificates of 90 days are renewed about 30 days before they end, so at these few days renewal has failed. */
const longestNoticeMs = 14 * dayMs;
/** Some certificates live for days only: Let's Encrypt's profile `shortlived` for 160 hours (https://letsencrypt.org/docs/profiles/). */
const noticeOfLifetime = 1 / 4;

/** The warnings of a connection on which the endpoint answered. Pure. */
export function judgeTransport(
  kind: NodeKind,
  { connection, secure }: Pick<NodeObservation, 'connection' | 'secure'>,
  now: Date,
): RuleProblem[] {
  const problems: RuleProblem[] = [];
  const lifetimeMs = connection?.certificateLifetimeMs ?? Infinity;
  const validTo = connection?.certificateExpiresAt ?? '';
  // NaN without a certificate, so that no comparison holds.
  const leftMs = Date.parse(validTo) - now.getTime();
  if (leftMs < Math.min(longestNoticeMs, lifetimeMs * noticeOfLifetime))
    problems.push({ code: 'tls/certificate-expiring', data: { validTo, days: Math.floor(leftMs / dayMs) } });
  // OpenSSL and Node still accept the subject (RFC 6125 section 6.4.4).
  if (connection?.isNamedBySubject === true) problems.push({ code: 'tls/no-san', data: {} });
  // https://go.dev/doc/go1.22#crypto/tls
  const cipherSuite = connection?.cipherSuite ?? '';
  if (cipherSuite.startsWith('TLS_RSA_WITH_'))
    problems.push({ code: 'tls/rsa-key-exchange', data: { cipherSuite } });
  if (secure === false) problems.push({ code: `${kind === 'grpc' ? kind : 'http'}/plaintext`, data: {} });
  return problems;
}
