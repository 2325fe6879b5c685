import { posix } from 'node:path';
import type { Finding } from '../model/finding.js';
import type { EndpointReport, Report } from '../model/report.js';
import type { Severity } from '../model/rule.js';
import { formatUrl } from './mask.js';

/** The findings of a report by what they are about, each list in the report's order. */
export interface GroupedFindings {
  /** By index into the report's endpoints. */
  readonly ofEndpoint: (index: number) => readonly Finding[];
  /** About a file and none of its endpoints; with null, about the run as a whole. */
  readonly ofFile: (path: string | null) => readonly Finding[];
}

/** Groups the findings in one pass. */
export function groupFindings({ findings }: Report): GroupedFindings {
  const byEndpoint = groupBy(findings, ({ endpoint }) => endpoint);
  const byFile = groupBy(byEndpoint.get(null) ?? [], ({ file }) => file);
  return {
    ofEndpoint: (index) => byEndpoint.get(index) ?? [],
    ofFile: (path) => byFile.get(path) ?? [],
  };
}

/**
 * The paths that a report says something about: the files that were read, then others that findings are about, such as the file of the
 * exclusions.
 */
export function listPaths({ files, findings }: Report): readonly string[] {
  return [...new Set([...files.map(({ path }) => path), ...findings.flatMap(({ file }) => file ?? [])])];
}

/** A path of a report from the reader's working directory; one outside the registry is the shortest, as GitHub has it. */
export function joinPath(pathPrefix: string, path: string): string {
  return path.startsWith('../') ? posix.join(pathPrefix, path) : pathPrefix + path;
}

/** The message of a finding, with the address of an endpoint that is in no file, for reports in which nothing else names it. */
export function nameMessage(
  { file, endpoint, message }: Finding,
  endpoints: readonly EndpointReport[],
): string {
  return file !== null || endpoint === null
    ? message
    : `${formatUrl(endpoints[endpoint]?.url ?? null)} · ${message}`;
}

/** The items by key, keys in the order of their first item. Node 20 has no Map.groupBy. */
export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Whether an endpoint must be fixed: an error is about it, or it fails or is invalid and not all of that was there before the baseline. */
export function needsFix({ verdict }: EndpointReport, findings: readonly Finding[]): boolean {
  if (findings.some(({ severity }) => severity === 'error')) return true;
  const isOld = findings.length > 0 && findings.every(({ baselineState }) => baselineState === 'unchanged');
  return (verdict === 'fail' || verdict === 'invalid') && !isOld;
}

const severities: readonly Severity[] = ['error', 'warning', 'notice'];

/** The findings, what weighs most first; of the same weight, in the report's order. */
export function sortBySeverity(findings: readonly Finding[]): Finding[] {
  return severities.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
}
