import { getCheck } from '../../src/checks/index.js';
import type { AddressForms } from '../../src/model/kind.js';
import { correctUrl } from '../../src/registry/edit/correct-url.js';

/** A url of a kind as `--fix` writes it; null if it stays unchanged. */
export function correctAs(kind: string, url: string, forms: AddressForms = {}): string | null {
  return correctUrl(url, getCheck(kind), forms)?.url ?? null;
}
