import type { Check } from '../../src/checks/check.js';
import { probeWithRetries } from '../../src/engine/probe-with-retries.js';
import { chooseVerdict } from '../../src/engine/verdict.js';
import { addClaims } from '../../src/model/kind.js';
import type { JsonObject } from '../../src/model/json.js';
import type { Verdict } from '../../src/model/report.js';
import type { Problem } from '../../src/model/rule.js';
import { createAbortController } from '../../src/net/abort.js';
import { createResolver } from '../../src/net/resolve.js';

/** What an endpoint is checked for. */
export interface Question {
  /** The chain that the entry claims. */
  readonly chainId?: string;
  readonly cors?: boolean;
  /** Which attempt it is, from 1, the default: later ones go more gently. */
  readonly attempt?: number;
  readonly timeoutMs?: number;
}

/** What probe and judge of a kind conclude. */
export interface Conclusion {
  readonly verdict: Verdict;
  readonly problems: readonly Problem[];
  readonly facts: JsonObject;
}

const { signal } = createAbortController();
const resolve = createResolver({ allowPrivate: true }, signal);

/** Checks a url by one attempt of its kind's probe, in this process. A url that cannot be read is invalid. */
export async function checkInProcess(
  check: Check,
  url: string,
  { chainId, cors = false, attempt = 1, timeoutMs = 20_000 }: Question = {},
): Promise<Conclusion> {
  const reading = check.readUrl(url, { ...check.adHocForms, allowPlaintext: true });
  if (reading.target === null) return { verdict: 'invalid', problems: reading.problems, facts: {} };
  const claim = chainId === undefined ? null : { chainId, field: 'chain_id', derived: false };
  const target = addClaims(reading.target, check, { claim, isArchive: false });
  const probe = await check.loadProbe();
  const options = { timeoutMs, retries: 0, resolve, proxy: null, cors, signal };
  const result = await probeWithRetries((context) => probe(context, attempt), target, options);
  if (result === null) throw new Error('the run was ended');
  const { facts, problems, judgeClaim } = result.observation;
  const all = [
    ...reading.problems,
    ...problems,
    ...(claim === null ? [] : judgeClaim(claim)),
    // The comparison of an endpoint's answers is the engine's, by these facts.
    ...((facts['otherChainId'] ?? facts['otherHead'] ?? null) === null
      ? []
      : [{ code: 'chain/unsteady', data: {} }]),
  ];
  return { verdict: chooseVerdict(all), problems: all, facts };
}
