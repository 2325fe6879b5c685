import { parseLowestHeight } from '../../net/words.js';
import type { ProbeContext } from '../../net/probe-context.js';
import { type Capabilities, describeArchive, type NodeAnswers } from '../node/observation.js';
import { type Ask, type FindCapability, type Further, isRefusal, known } from '../node/interview.js';
import { type ArchiveAnswer, type ArchiveCalls, searchCosmosArchive } from './archive.js';
import type { CosmosKind } from './judge.js';

export interface CosmosCalls extends ArchiveCalls {
  /** Searches for a transaction of the first block: nodes without an index refuse every search. */
  readonly searchTx: () => Promise<ArchiveAnswer<{ readonly isIndexed: true }>>;
  /** Posts an empty simulation, which a node refuses, so that nothing is sent. REST only: some proxies let through GET alone. */
  readonly simulate?: () => Promise<ArchiveAnswer<{ readonly isSimulated: true }>>;
}

/** What may be asked of a node. Each request is made once, or again after a limit, as the last argument says. */
export function createFurther(
  kind: CosmosKind,
  { facts }: NodeAnswers,
  createCalls: (context: ProbeContext, isOnce: boolean) => CosmosCalls,
): Further {
  const hasNoIndex = facts['txIndex'] === false;
  return {
    searchArchive: (context) => searchCosmosArchive(createCalls(context, false)),
    listCapabilities: (context, ask) => listCapabilities(kind, hasNoIndex, createCalls(context, true), ask),
  };
}

/** What clients of Cosmos SDK nodes need, the most wanted first. A node that says that it has no index is not asked. */
function listCapabilities(
  kind: CosmosKind,
  hasNoIndex: boolean,
  { searchTx, simulate, ...calls }: CosmosCalls,
  ask: Ask,
): readonly FindCapability[] {
  // The archive asks for the same.
  const getBlock = remember((height: number) => ask(() => calls.getBlock(height)));
  let status: ReturnType<ArchiveCalls['getLowestState']> | null = null;
  const getLowestState = () => (status ??= ask(calls.getLowestState));
  const getState = (height: number) => ask(() => calls.getState(height));
  return [
    ...(hasNoIndex ? [] : [async () => readIndex(kind, await ask(searchTx))]),
    async () => known('lowestBlock', readLowestBlock(await getBlock(1))),
    async () => {
      const state = await getLowestState();
      return known('lowestState', 'lowest' in state ? state.lowest : null);
    },
    async () =>
      known('archive', describeArchive(await searchCosmosArchive({ getBlock, getLowestState, getState }))),
    ...(simulate === undefined ? [] : [async () => readSimulation(await ask(simulate))]),
  ];
}

/** The words of the SDK and of CometBFT: "transaction indexing is disabled". */
const noIndexWords = /index(?:ing|er)? is disabled/i;

/** Some nodes report an index, and have none (https://github.com/tendermint/tendermint/issues/2304). */
function readIndex(
  kind: CosmosKind,
  answer: ArchiveAnswer<{ readonly isIndexed: true }>,
): Partial<Capabilities> {
  if ('isIndexed' in answer) return known('txIndex', true);
  if (!('refusal' in answer) || !noIndexWords.test(answer.refusal)) return {};
  return { ...known('txIndex', false), problems: [{ code: `${kind}/no-tx-index`, data: {} }] };
}

function readLowestBlock(answer: ArchiveAnswer<{ readonly isFirst: boolean }>): number | null {
  if ('isFirst' in answer) return 1;
  return 'refusal' in answer ? parseLowestHeight(answer.refusal) : null;
}

function readSimulation(answer: ArchiveAnswer<{ readonly isSimulated: true }>): Partial<Capabilities> {
  if (!('problem' in answer)) return known('simulate', true);
  return known('simulate', isRefusal(answer.problem) ? false : null);
}

function remember<Key, Answer>(find: (key: Key) => Promise<Answer>): (key: Key) => Promise<Answer> {
  const answers = new Map<Key, Promise<Answer>>();
  return (key) => {
    const answer = answers.get(key) ?? find(key);
    answers.set(key, answer);
    return answer;
  };
}
