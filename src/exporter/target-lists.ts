import { LRUCache } from 'lru-cache';
import { type Answer, createAnswer } from '../http-server/answer.js';
import { truncate } from '../model/truncate.js';
import type { ListedEntry, TargetIndex } from './target-index.js';

/** How many addresses of the exporter have their answers kept: a client may send any Host header. */
const addressLimit = 4;
/** How many targets are formatted at once, so that no other request waits for a large registry. */
const sliceSize = 500;

/**
 * The answers of HTTP service discovery (https://prometheus.io/docs/prometheus/latest/http_sd/): each is made once for a version of the registry and
 * an address by which Prometheus reaches the exporter.
 */
export class TargetLists {
  readonly #answers = new WeakMap<TargetIndex, LRUCache<string, Promise<Answer>>>();

  get(index: TargetIndex, address: string): Promise<Answer> {
    const kept = this.#answers.get(index) ?? new LRUCache<string, Promise<Answer>>({ max: addressLimit });
    this.#answers.set(index, kept);
    const answer = kept.get(address) ?? formatTargets(index, address);
    kept.set(address, answer);
    return answer;
  }
}

/** A group for each target, which is the exporter itself. */
async function formatTargets({ targets }: TargetIndex, address: string): Promise<Answer> {
  const chunks: Buffer[] = [];
  for (let at = 0; at < targets.length; at += sliceSize) {
    const groups = targets
      .slice(at, at + sliceSize)
      .map((listed) => JSON.stringify({ targets: [address], labels: listLabels(listed) }));
    chunks.push(Buffer.from(`${at === 0 ? '' : ','}${groups.join(',')}`));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return createAnswer(Buffer.concat([Buffer.from('['), ...chunks, Buffer.from(']')]));
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
