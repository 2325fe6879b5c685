import type { DeadEntry, DeadReport, DownEntry, ListedEndpoint } from '../../history/dead-report.js';
import { tagKeys } from '../../model/tag-keys.js';
import { escapeJson } from '../escape.js';

interface Tool {
  readonly name: string;
  readonly version: string;
}

/** Renders dead, blocking, withdrawn and excluded entries as the JSON that docs/history.md describes. Every field is always present, null if unknown. */
export function renderDeadJson(
  { limits, dead, blockers, withdrawn, deadChains, excluded }: DeadReport,
  tool: Tool,
): string {
  const content = {
    version: 1,
    tool,
    limits,
    dead: dead.map(toDead),
    blockers: blockers.map(toDead),
    withdrawn: withdrawn.map((entry) => ({ ...toDown(entry), controls: entry.controls.map(toEndpoint) })),
    deadChains: deadChains.map(({ chain, files, entries }) => ({ chain, files, endpoints: entries.length })),
    excluded: excluded.map((entry) => ({ ...toDown(entry), reason: entry.reason })),
  };
  return `${escapeJson(JSON.stringify(content, null, 2))}\n`;
}

function toDead(entry: DeadEntry): object {
  return { ...toDown(entry), sign: entry.sign };
}

function toDown(entry: DownEntry): object {
  return { ...toEndpoint(entry), othersUp: entry.othersUp };
}

function toEndpoint({ entry, lines }: ListedEndpoint): object {
  const { chain, kind, provider, url, place } = entry;
  return {
    file: place.file,
    chain,
    kind,
    pointer: place.pointer,
    line: place.range?.line ?? null,
    column: place.range?.column ?? null,
    provider,
    url: url === null ? null : tagKeys(url),
    history: lines,
  };
}
