import { readHost } from '../engine/edit/entry-keys.js';
import { planRemoval } from '../engine/edit/plan-removal.js';
import type { RawOptions } from '../engine/options/read-options.js';
import { UsageError } from '../engine/usage-error.js';
import { joinChoices } from '../model/describe-unknown.js';
import type { Registry } from '../registry/load.js';
import { formatUrl } from '../reporters/mask.js';
import { applyRemoval } from './apply-removal.js';
import { refuseUnchangeable } from './changes.js';
import type { CommandLine, Io } from './io.js';
import { loadRegistryAround } from './load-around.js';
import { removeDead } from './remove-dead.js';
import { readCommandOptions } from './settings.js';

/** A host may have hundreds of addresses. */
const similarShown = 3;

/** `endpoint-check remove`: removes endpoints from every file of the registry. Resolves to the exit status. */
export async function run(
  addresses: readonly string[],
  raw: RawOptions,
  { usageErrors }: CommandLine,
  io: Io,
): Promise<number> {
  const errors = [...usageErrors];
  const options = readCommandOptions('remove', raw, errors);
  if (options.dead && addresses.length > 0)
    errors.push('--dead and addresses exclude each other: write one of the two');
  const { kind: kinds } = options;
  if (options.dead) return removeDead(options, errors, io);
  const requested = addresses.map((address) => address.trim());
  if (requested.length === 0)
    errors.push("missing required argument 'address': write an address, or --dead --history history.jsonl");
  if (requested.includes('')) errors.push('an address is empty');
  errors.push(...refuseUnchangeable(requested, io.cwd));
  if (errors.length > 0) throw new UsageError(errors);
  const registry = await loadRegistryAround(io.cwd);
  const plan = planRemoval(registry, requested, kinds);
  if (typeof plan === 'string') throw new UsageError([plan]);
  const failures = plan.missing.map((address) => describeMissing(address, registry, kinds));
  const context = { base: registry.base, dryRun: options.dryRun, failures, notes: [] };
  return applyRemoval(plan, context, io);
}

/** The address may lack its port, or be listed as another kind. */
function describeMissing(address: string, { entries }: Registry, kinds: ReadonlySet<string> | null): string {
  const host = readHost(address);
  const ofHost = entries.filter(({ url }) => url !== null && readHost(url.trim()) === host);
  const listed = [...new Set(ofHost.map(({ kind, url }) => `${kind} ${formatUrl(url)}`))];
  const shown =
    listed.slice(0, similarShown).join(', ') + (listed.length > similarShown ? ' and others' : '');
  const detail = kinds === null ? 'is not listed' : `is not listed as ${joinChoices([...kinds])}`;
  return `${address} ${detail}${listed.length === 0 ? '' : `; its host is listed as ${shown}`}`;
}
