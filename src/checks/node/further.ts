import { createChild, aborted, waitAtMost } from '../../net/abort.js';
import type { ProbeContext } from '../../net/probe-context.js';
import { type Archive, unproved } from './archive.js';
import { type Ask, type FindCapability, interview } from './interview.js';
import type { NodeObservation } from './observation.js';

/** What may be asked of a node that passed its check. The requests end with the signal of the context. */
export interface Further {
  readonly searchArchive: (context: ProbeContext) => Promise<Archive>;
  /** What clients need, each with its questions. */
  readonly listCapabilities: (context: ProbeContext, ask: Ask) => readonly FindCapability[];
}

/** How long the requests for an archive may take together. Shorter than `longestPauseMs`, the wait for a repeated request. */
const archiveMs = 4_500;

export async function askFurther(
  context: ProbeContext,
  { searchArchive, listCapabilities }: Further,
): Promise<Pick<NodeObservation, 'archive' | 'capabilities'>> {
  const isClaimed = context.target.claimsArchive === true;
  const archive = isClaimed ? await searchInTime(context, searchArchive) : null;
  const capabilities = context.capabilities ? await interview(context, listCapabilities) : null;
  return { archive, capabilities };
}

async function searchInTime(context: ProbeContext, search: Further['searchArchive']): Promise<Archive> {
  const { signal, abort } = createChild(context.signal);
  try {
    const archive = await waitAtMost(search({ ...context, signal }), archiveMs);
    return archive === aborted ? unproved(`no answer within ${archiveMs / 1_000} s`) : archive;
  } finally {
    abort();
  }
}
