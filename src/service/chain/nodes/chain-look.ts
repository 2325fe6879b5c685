import { aborted, createAbortController, raceAbort } from '../../../net/abort.js';
import type { Engine } from '../../database/engine.js';
import { type ChainView, type KnownChain, viewChain } from './chain-view.js';
import type { Nodes } from './failover.js';
import { deadlineExceeded } from './node-error.js';

/** What the nodes of a network show of its chain, at one time. */
export interface ChainLook {
  /** Of the network's rows: rows of another generation are of another chain, and no answer. */
  readonly generation: number;
  /** The last block to read; -1 if there is none. */
  readonly end: number;
  readonly endHash: string;
  /** The last block that is not replaced any more, by all nodes that were asked. */
  readonly final: number;
  /** When the nodes were asked, by the clock of the options. */
  readonly lookedAt: number;
  /** Whether what a node gave counts: it is listed, and does not show another chain than others do. What others gave has to go. */
  readonly trusts: (nodeId: string) => boolean;
}

export interface ChainLooksOptions {
  readonly nodes: Nodes;
  readonly engine: Engine;
  /** Blocks at the head that are left out, since they may be replaced. */
  readonly confirmations: number;
  /** Milliseconds of a clock that does not jump. */
  readonly now: () => number;
}

/** Who needs a look. */
export interface LookRequest {
  /** The tokens in whose turns nodes are asked. */
  readonly owners: () => readonly string[];
  readonly signal: AbortSignal;
  /** An earlier look is no answer. */
  readonly notBefore: number;
}

interface StartedLook {
  readonly lookedAt: number;
  readonly look: Promise<ChainLook>;
}

/** Nodes that are asked, and where these contradict each other. */
const asked = { first: 2, again: 3 };
/** Blocks by which nodes of one chain may differ at the head. */
const lagBlocks = 20;

/** Looks at the chains of networks: one look at a time for each, shared by all who need it. */
export class ChainLooks {
  readonly #options: ChainLooksOptions;
  readonly #looks = new Map<string, StartedLook>();
  readonly #ending = createAbortController();

  constructor(options: ChainLooksOptions) {
    this.#options = options;
  }

  /** Throws a ServiceProblem if no node answers, or the signal aborts first. */
  async look(network: string, { owners, signal, notBefore }: LookRequest): Promise<ChainLook> {
    const known = this.#looks.get(network);
    const shared = known !== undefined && known.lookedAt >= notBefore ? known : this.#start(network, owners);
    const look = await raceAbort(shared.look, signal);
    if (look === aborted) throw deadlineExceeded();
    return look;
  }

  /** Ends all looks. */
  close(): void {
    this.#ending.abort();
  }

  #start(network: string, owners: () => readonly string[]): StartedLook {
    const lookedAt = this.#options.now();
    const look = this.#look(network, owners, lookedAt);
    const started = { lookedAt, look };
    this.#looks.set(network, started);
    // Whoever needs one next begins anew; if all have gone, nobody meets the failure.
    look.catch(() => {
      if (this.#looks.get(network) === started) this.#looks.delete(network);
    });
    return started;
  }

  async #look(network: string, owners: () => readonly string[], lookedAt: number): Promise<ChainLook> {
    const { nodes, engine, confirmations } = this.#options;
    const where = { network, kind: 'evm' } as const;
    const listed = await nodes.listIds(where);
    const before = await readChain(engine, network);
    const question = { ...where, lane: 'look', owners, signal: this.#ending.signal } as const;
    const ask = (count: number) =>
      nodes.requestSeveral(question, count, (node, request) =>
        viewChain(node, request, { known: before, confirmations }),
      );
    let views = await ask(asked.first);
    if (listed.size > asked.first && !agree(views)) views = await ask(asked.again);
    const trusted = findTrusted(views);
    const generation = await keepChain(engine, network, before, trusted);
    const contradicted = new Set(views.filter((view) => !trusted.includes(view)).map(({ nodeId }) => nodeId));
    const trusts = (nodeId: string) => listed.has(nodeId) && !contradicted.has(nodeId);
    return { generation, ...joinViews(trusted), lookedAt, trusts };
  }
}

function agree([first, ...others]: readonly ChainView[]): boolean {
  return others.every(
    ({ isKnown, chainId, end }) =>
      isKnown === first?.isKnown && chainId === first.chainId && Math.abs(end - first.end) <= lagBlocks,
  );
}

/** The views of one chain: that which was known, if any still shows it, else that of the best node. */
function findTrusted(views: readonly ChainView[]): readonly ChainView[] {
  const isKnown = views.some((view) => view.isKnown);
  const ofChain = views.filter((view) => view.isKnown === isKnown);
  return ofChain.filter(({ chainId }) => chainId === ofChain[0]?.chainId);
}

/**
 * How far some nodes of one chain show it together: of two the one that is behind, of three the one between, since one alone may name any block. What
 * is final is so for all of them but those that lag.
 */
function joinViews(views: readonly ChainView[]): Pick<ChainLook, 'end' | 'endHash' | 'final'> {
  const sorted = [...views].sort((a, b) => a.end - b.end);
  const { end, endHash } = sorted[(sorted.length - 1) >> 1] ?? { end: -1, endHash: '' };
  const abreast = sorted.filter((view) => view.end >= end - lagBlocks);
  return { end, endHash, final: Math.min(end, ...abreast.map(({ final }) => final)) };
}

interface RememberedChain extends KnownChain {
  readonly generation: number;
}

/** What is remembered of the chain of a network; null if nothing is. */
async function readChain(engine: Engine, network: string): Promise<RememberedChain | null> {
  const [row] = await engine.read(
    `select chain_id, block, hash, generation from endpoint_check_networks where network = $1 and kind = 'evm'`,
    [network],
  );
  if (row === undefined) return null;
  return {
    chainId: String(row['chain_id']),
    block: Number(row['block']),
    hash: String(row['hash']),
    generation: Number(row['generation']),
  };
}

/** Remembers a final block, if there is news of it; another chain than before is another generation, whose number is the result. */
async function keepChain(
  engine: Engine,
  network: string,
  before: RememberedChain | null,
  trusted: readonly ChainView[],
): Promise<number> {
  const [view] = [...trusted].sort((a, b) => a.final - b.final);
  if (view?.news == null) return before?.generation ?? 0;
  const { chainId, isKnown, news } = view;
  await engine.prepareNetwork(network);
  // Another instance may have seen the same.
  await engine.write([
    before === null
      ? {
          sql: `insert into endpoint_check_networks (network, kind, chain_id, block, hash)
            values ($1, 'evm', $2, $3, $4) on conflict do nothing`,
          values: [network, chainId, news.block, news.hash],
        }
      : {
          sql: `update endpoint_check_networks set chain_id = $2, block = $3, hash = $4, generation = generation + $5
            where network = $1 and kind = 'evm' and generation = $6`,
          values: [network, chainId, news.block, news.hash, isKnown ? 0 : 1, before.generation],
        },
  ]);
  return (await readChain(engine, network))?.generation ?? 0;
}
