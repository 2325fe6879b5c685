import { aborted, createAbortController, raceAbort } from '../../../../net/abort.js';
import type { Engine } from '../../database/engine.js';
import { type ChainView, isOutvoted, type KnownChain, viewChain } from './chain-view.js';
import type { NodeQuestion, Nodes } from './failover.js';
import { deadlineExceeded, requestRefused } from './node-error.js';

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
  readonly now: () => number;
}

/** Nodes that are asked, and where these contradict each other. */
const asked = { first: 2, again: 3 };
/** Blocks by which nodes of one chain may differ at the head. */
export const lagBlocks = 20;

/** Looks at the chains of networks: one look at a time for each, shared by all who need it. */
export class ChainLooks {
  readonly #options: ChainLooksOptions;
  readonly #looks = new Map<string, { readonly lookedAt: number; readonly look: Promise<ChainLook> }>();
  readonly #ending = createAbortController();

  constructor(options: ChainLooksOptions) {
    this.#options = options;
  }

  /** A look that has not begun before a time, in the turns of the owners. Throws a ServiceProblem if no node answers, or the signal aborts first. */
  async look(
    network: string,
    { owners, signal }: Pick<NodeQuestion, 'owners' | 'signal'>,
    notBefore: number,
  ): Promise<ChainLook> {
    const current = this.#looks.get(network);
    const isUsable = current !== undefined && current.lookedAt >= notBefore;
    const look = await raceAbort(isUsable ? current.look : this.#start(network, owners), signal);
    if (look === aborted) throw deadlineExceeded();
    return look;
  }

  close(): void {
    this.#ending.abort();
  }

  #start(network: string, owners: () => readonly string[]): Promise<ChainLook> {
    const lookedAt = this.#options.now();
    const look = this.#look(network, owners, lookedAt);
    this.#looks.set(network, { lookedAt, look });
    // Whoever needs one next begins anew; if all have gone, nobody meets the failure.
    look.catch(() => {
      if (this.#looks.get(network)?.look === look) this.#looks.delete(network);
    });
    return look;
  }

  async #look(network: string, owners: () => readonly string[], lookedAt: number): Promise<ChainLook> {
    const { nodes, engine, confirmations } = this.#options;
    const { claims: listed } = await nodes.listed.evm.require(network);
    const record = await readChain(engine, network);
    const untrusted = new Set<string>();
    const question = { network, kind: 'evm', lane: 'look', owners, signal: this.#ending.signal } as const;
    const ask = (count: number) =>
      nodes.requestSeveral(question, count, (node, request) => {
        for (const each of request.nodes) if (isOutvoted(each, request.nodes)) untrusted.add(each.id);
        if (untrusted.has(node.id)) throw isContradicted();
        return viewChain(node, request, { known: record, confirmations });
      });
    let views = await ask(asked.first);
    if (listed.size > asked.first && !agree(views)) views = await ask(asked.again);
    const trusted = findTrusted(views);
    const generation = await keepChain(engine, network, record, trusted);
    for (const view of views) if (!trusted.includes(view)) untrusted.add(view.nodeId);
    const trusts = (nodeId: string) => listed.has(nodeId) && !untrusted.has(nodeId);
    return { generation, ...joinViews(trusted), lookedAt, trusts };
  }
}

/** The error of a node that shows another chain than others do. */
export function isContradicted() {
  return requestRefused('the node contradicts others about the latest block');
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

/** How far nodes of one chain show it together: of two the one behind, of three the one between, since one may name any block. Who lags has no final say. */
function joinViews(views: readonly ChainView[]): Pick<ChainLook, 'end' | 'endHash' | 'final'> {
  const sorted = [...views].sort((a, b) => a.end - b.end);
  const { end, endHash } = sorted[(sorted.length - 1) >> 1] ?? { end: -1, endHash: '' };
  const abreast = sorted.filter((view) => view.end >= end - lagBlocks);
  return { end, endHash, final: Math.min(end, ...abreast.map(({ final }) => final)) };
}

/** What is remembered of the chain of a network; null if nothing is. */
async function readChain(engine: Engine, network: string): Promise<KnownChain | null> {
  const [row] = await engine.read(
    `select chain_id, block, hash, generation from endpoint_check_networks where network = $1 and kind = 'evm'`,
    [network],
  );
  if (row === undefined) return null;
  const [chainId, hash] = [String(row['chain_id']), String(row['hash'])];
  return { chainId, hash, block: Number(row['block']), generation: Number(row['generation']) };
}

/** Remembers a final block, if there is news of it; another chain than before is another generation, whose number is the result. */
async function keepChain(
  engine: Engine,
  network: string,
  before: KnownChain | null,
  trusted: readonly ChainView[],
): Promise<number> {
  const [view] = [...trusted].sort((a, b) => a.final - b.final);
  if (view?.news == null) return before?.generation ?? 0;
  const { chainId, isKnown, news } = view;
  await engine.prepareNetwork(network);
  // Another instance may have seen the same.
  const sql = `insert into endpoint_check_networks (network, kind, chain_id, block, hash) values ($1, 'evm', $2, $3, $4)
    on conflict (network, kind) do update set chain_id = $2, block = $3, hash = $4,
      generation = endpoint_check_networks.generation + $5
    where endpoint_check_networks.generation = $6`;
  const values = [network, chainId, news.block, news.hash, isKnown ? 0 : 1, before?.generation ?? -1];
  await engine.write([{ sql, values }]);
  return (await readChain(engine, network))?.generation ?? 0;
}
