import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import pLimit from 'p-limit';
import { type Answer, formatEtag, withCodings } from '../http-server/answer.js';
import { SlicedWork } from '../http-server/sliced-work.js';
import { truncate } from '../model/truncate.js';
import type { ListedEntry, TargetIndex } from './target-index.js';

/** How many addresses of the exporter have their answers kept: a client may send any Host header. */
const addressLimit = 4;

/**
 * The answers of HTTP service discovery (https://prometheus.io/docs/prometheus/latest/http_sd/): each is made once for a version of the registry and
 * an address by which Prometheus reaches the exporter. They are made one after another, in slices.
 */
export class TargetLists {
  readonly #answers = new WeakMap<TargetIndex, Map<string, Answer>>();
  readonly #inTurn = pLimit(1);

  /** The answer; null if the client left before its turn. */
  async get(index: TargetIndex, address: string, client: Pick<ServerResponse, 'destroyed'>) {
    const find = () => this.#answers.get(index)?.get(address);
    const make = async () => find() ?? (client.destroyed ? null : this.#keep(index, address));
    return find() ?? this.#inTurn(make);
  }

  async #keep(index: TargetIndex, address: string): Promise<Answer> {
    const answer = await formatTargets(index, address);
    const kept = this.#answers.get(index) ?? new Map<string, Answer>();
    this.#answers.set(index, kept.set(address, answer));
    const [oldest = ''] = kept.keys();
    if (kept.size > addressLimit) kept.delete(oldest);
    return answer;
  }
}

/** A group for each target, which is the exporter itself. */
async function formatTargets({ targets }: TargetIndex, address: string): Promise<Answer> {
  const work = new SlicedWork();
  const hash = createHash('sha256');
  const chunks: Buffer[] = [];
  let text = '[';
  const flush = () => {
    const chunk = Buffer.from(text);
    hash.update(chunk);
    chunks.push(chunk);
    text = '';
  };
  for (const [at, listed] of targets.entries()) {
    if (work.isDue) {
      flush();
      await work.takeTurn();
    }
    text += `${at === 0 ? '' : ','}${JSON.stringify({ targets: [address], labels: listLabels(listed) })}`;
  }
  text += ']';
  flush();
  return withCodings({ body: Buffer.concat(chunks), etag: formatEtag(hash) });
}

/** Labels without a value are left out: for Prometheus they are the same. */
function listLabels({ entry }: ListedEntry): Readonly<Record<string, string>> {
  const { kind, chain, provider, place } = entry;
  const url = entry.url ?? '';
  const labels = {
    __metrics_path__: '/probe',
    __param_kind: kind,
    __param_target: url,
    __param_chain: chain ?? '',
    instance: url,
    chain: chain ?? '',
    kind,
    provider: truncate(provider ?? ''),
    file: place.file ?? '',
  };
  return Object.fromEntries(Object.entries(labels).filter(([, value]) => value !== ''));
}
