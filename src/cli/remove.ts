import { checks } from '../checks/index.js';
import { readHost } from '../engine/edit/entry-keys.js';
import { planRemoval, type RemovalPlan } from '../engine/edit/plan-removal.js';
import { writeChanges } from '../engine/edit/write-changes.js';
import { exitCodes } from '../engine/exit-code.js';
import { OptionReader } from '../engine/option-reader.js';
import { UsageError } from '../engine/usage-error.js';
import { joinChoices } from '../model/describe-unknown.js';
import type { Entry } from '../model/entry.js';
import { findPathPrefix } from '../registry/layout.js';
import { loadRegistry, type Registry } from '../registry/load.js';
import { joinPath } from '../reporters/findings.js';
import { formatUrl } from '../reporters/mask.js';
import { plural, say, writeDiff } from './changes.js';
import type { Io } from './io.js';

/** The options of `remove`. */
export interface RawRemove {
  readonly kind?: string;
  readonly dryRun?: boolean;
}

/** Where an address was looked for. */
interface Search {
  readonly registry: Registry;
  /** Null for all. */
  readonly kinds: ReadonlySet<string> | null;
}

/** A host may have hundreds of addresses. */
const similarShown = 3;

/** `endpoint-check remove`: removes endpoints from every file of the registry. Resolves to the exit status. */
export async function runRemove(
  addresses: readonly string[],
  raw: RawRemove,
  usageErrors: readonly string[],
  io: Io,
): Promise<number> {
  const errors = [...usageErrors];
  const known = checks.map(({ kind }) => kind);
  const kinds =
    raw.kind === undefined
      ? null
      : new OptionReader(errors, []).list('--kind', raw.kind, { noun: 'kind', known });
  const wanted = addresses.map((address) => address.trim());
  if (wanted.includes('')) errors.push('an address is empty');
  if (errors.length > 0) throw new UsageError(errors);
  const registry = await loadRegistry([], {
    cwd: io.cwd,
    kinds: checks,
    readStdin: () => Promise.resolve(Buffer.alloc(0)),
  });
  if (registry.usageErrors.length > 0) throw new UsageError(registry.usageErrors);
  const plan = planRemoval(registry, wanted, kinds);
  if (typeof plan === 'string') throw new UsageError([plan]);
  const prefix = findPathPrefix(registry.base, io.cwd);
  const files = plan.files.map((file) => ({ ...file, path: joinPath(prefix, file.path) }));
  const left = describeLeft(plan, { registry, kinds, prefix });
  if (raw.dryRun === true) {
    await writeDiff(plan.files, registry.base, { reports: [] }, io);
    await say(io, [...describeRemoved(files, prefix, 'would remove'), ...left]);
    return left.length === 0 ? exitCodes.ok : exitCodes.findings;
  }
  const { written, refused } = await writeChanges(files);
  await say(io, [
    ...describeRemoved(written, prefix, 'removed'),
    ...refused.map(({ path, reason }) => `${path} is not changed: ${reason}`),
    ...left,
    ...(written.length === 0 ? [] : ['next: git diff, then commit it']),
  ]);
  return left.length + refused.length === 0 ? exitCodes.ok : exitCodes.findings;
}

function describeRemoved(files: RemovalPlan['files'], prefix: string, verb: string): string[] {
  const entries = files.flatMap((file) => file.entries);
  const lines = entries.map((entry) => `${verb} ${describeEntry(entry, prefix)}`);
  return entries.length < 2
    ? lines
    : [...lines, `${verb} ${entries.length} entries in ${plural(files.length, 'file')}`];
}

/** Whatever else the user should know of: nothing is left in silence. */
function describeLeft(
  { kept, missing, unread }: RemovalPlan,
  { registry, kinds, prefix }: Search & { readonly prefix: string },
): string[] {
  return [
    ...kept.map(({ entry, reason }) => `kept ${describeEntry(entry, prefix)}: ${reason}`),
    ...missing.map((address) => describeMissing(address, { registry, kinds })),
    ...unread.map(
      (path) => `${joinPath(prefix, path)} cannot be read, and may have the address too: fix it first`,
    ),
  ];
}

/** An address may lack its port, or be listed as another kind. */
function describeMissing(address: string, { registry, kinds }: Search): string {
  const host = readHost(address);
  const ofHost = registry.entries.filter(({ url }) => url !== null && readHost(url.trim()) === host);
  const listed = [...new Set(ofHost.map(({ kind, url }) => `${kind} ${formatUrl(url)}`))];
  const shown =
    listed.slice(0, similarShown).join(', ') + (listed.length > similarShown ? ' and others' : '');
  const what = kinds === null ? 'is not listed' : `is not listed as ${joinChoices([...kinds])}`;
  return `${address} ${what}${listed.length === 0 ? '' : `; its host is listed as ${shown}`}`;
}

function describeEntry({ place, kind, url, provider }: Entry, prefix: string): string {
  const operator = provider === null || provider.trim() === '' ? '' : ` (${provider})`;
  return `${joinPath(prefix, place.file ?? '')}:${place.range?.line ?? 1} ${kind} ${formatUrl(url)}${operator}`;
}
