import type { EndpointReport, Report } from '../model/report.js';
import { groupBy } from '../model/group-by.js';
import { describeUptime, findSharedUptime } from './describe-history.js';
import { escapeJson, escapeTerminal } from './escape.js';
import { maskKeys } from './mask.js';
import type { RenderedFile } from './reporter.js';
import { countVerdicts, findPassing, listWorstFirst } from './summary.js';
import { createHash } from 'node:crypto';

/**
 * Renders a badge for each chain and one for all endpoints, for shields.io (shields.io/badges/endpoint-badge). A chain that has files but no
 * endpoints, or none that was probed, gets a badge that says so and replaces that of an earlier run.
 */
export function render(report: Report): readonly RenderedFile[] {
  const { files, endpoints } = report;
  const byChain = groupBy(endpoints, ({ chain }) => chain);
  const chains = [...new Set([...files, ...endpoints].flatMap(({ chain }) => chain ?? []))];
  const names = nameBadges(chains);
  return [
    renderBadge(wholeBadge, 'endpoints', endpoints, report),
    ...chains.map((chain) => renderBadge(names.get(chain) ?? chain, chain, byChain.get(chain) ?? [], report)),
  ];
}

function renderBadge(
  name: string,
  label: string,
  endpoints: readonly EndpointReport[],
  report: Report,
): RenderedFile {
  const badge = {
    schemaVersion: 1,
    label: escapeTerminal(maskKeys(label)),
    ...describeEndpoints(endpoints, report),
  };
  return { name: `${name}.json`, text: `${escapeJson(JSON.stringify(badge))}\n` };
}

/**
 * Counts inconclusive endpoints separately, since they have neither passed nor failed. The uptime comes from the history, in which an endpoint
 * of the wrong chain is up.
 */
function describeEndpoints(
  endpoints: readonly EndpointReport[],
  report: Report,
): {
  readonly message: string;
  readonly color: string;
} {
  const passing = findPassing(endpoints);
  const { inconclusive } = countVerdicts(endpoints);
  const best = listWorstFirst(endpoints).includes('pass') ? 'pass' : 'ok';
  const uptime = findSharedUptime(endpoints, report);
  const parts = [
    passing === null ? null : `${passing.passed}/${passing.judged} ${best}`,
    inconclusive === 0 ? null : `${inconclusive} inconclusive`,
    uptime?.share == null ? null : describeUptime(uptime),
  ];
  const message = parts.filter((part) => part !== null).join(', ');
  const none = endpoints.length === 0 ? 'no endpoints' : 'not checked';
  return {
    message: message === '' ? none : message,
    color: passing === null ? 'lightgrey' : chooseColor(passing.share),
  };
}

/** Color names of shields.io, by the minimum share for each. */
const colors = [
  [1, 'brightgreen'],
  [0.9, 'green'],
  [0.75, 'yellowgreen'],
  [0.5, 'yellow'],
  [Number.MIN_VALUE, 'orange'],
] as const;

function chooseColor(share: number): string {
  return colors.find(([least]) => share >= least)?.[1] ?? 'red';
}

/** Name of the badge of all endpoints. A chain of that name gets a name with a hash, like one that no file system accepts. */
export const wholeBadge = 'endpoints';

/** A file name that is valid on every system. The first character rules out hidden files, command options and `..`. */
const plain = /^[a-z\d][\w.%-]{0,99}$/i;

/** Names of devices on Windows, with or without an extension (learn.microsoft.com/windows/win32/fileio/naming-a-file). */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * Names files for chains, without an extension: the chain's name if it is valid everywhere and no other name differs from it only in case, else its
 * readable part and a hash. All names are distinct, whatever the names of the chains.
 */
export function nameBadges(chains: readonly string[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const chain of chains) counts.set(chain.toLowerCase(), (counts.get(chain.toLowerCase()) ?? 0) + 1);
  const isPlain = (chain: string) =>
    plain.test(chain) && !device.test(chain) && chain.toLowerCase() !== wholeBadge;
  return new Map(
    chains.map((chain) => {
      const isAlone = counts.get(chain.toLowerCase()) === 1 || chain === chain.toLowerCase();
      return [chain, isPlain(chain) && isAlone ? chain : addHash(chain)];
    }),
  );
}

/** No plain name contains a `~`. The hash is of UTF-16 code units, since UTF-8 replaces all lone surrogates by the same character. */
function addHash(chain: string): string {
  const readable = chain
    .slice(0, 60)
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    // Without a leading hyphen, which `rm *` would read as an option.
    .replace(/^-/, '');
  return `${readable}~${createHash('sha256').update(chain, 'utf16le').digest('hex').slice(0, 16)}`;
}
