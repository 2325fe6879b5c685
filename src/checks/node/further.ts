import type { ProbeContext } from '../../net/probe-context.js';
import { type SearchArchive, searchInTime } from './archive.js';
import { type Ask, type FindCapability, interview } from './interview.js';
import type { NodeObservation } from './observation.js';

/** What may be asked of a node that passed its check. */
export interface Further {
  /** Looks for what an archive has. */
  readonly searchArchive: SearchArchive;
  /** What clients need, each with its questions; the requests end with the signal of the context. */
  readonly listCapabilities: (context: ProbeContext, ask: Ask) => readonly FindCapability[];
}

export const notAsked = { archive: null, capabilities: null } as const;

/** Asks a node for what its entry claims, and what the options ask for. */
export async function askFurther(
  context: ProbeContext,
  { searchArchive, listCapabilities }: Further,
): Promise<Pick<NodeObservation, 'archive' | 'capabilities'>> {
  const isClaimed = context.target.claimsArchive === true;
  const archive = isClaimed ? await searchInTime(context, searchArchive) : null;
  const capabilities = context.capabilities ? await interview(context, listCapabilities) : null;
  return { archive, capabilities };
}
