import type { DeadEntry, DeadReport, ListedEndpoint } from '../../history/dead-report.js';
import { escapeJson } from '../escape.js';

/** The name and version of the program. */
interface Tool {
  readonly name: string;
  readonly version: string;
}

/** What is dead, withdrawn or excluded as JSON, which docs/history.md describes: every field is always there, null where it is unknown. */
export function renderDeadJson(
  { limits, dead, withdrawn, deadChains, excluded }: DeadReport,
  tool: Tool,
): string {
  const content = {
    version: 1,
    tool,
    limits,
    dead: dead.map(toDead),
    withdrawn: withdrawn.map((one) => ({ ...toDead(one), controls: one.controls.map(toEndpoint) })),
    deadChains: deadChains.map(({ chain, files, entries }) => ({ chain, files, endpoints: entries.length })),
    excluded: excluded.map((one) => ({ ...toDead(one), reason: one.reason })),
  };
  return `${escapeJson(JSON.stringify(content, null, 2))}\n`;
}

function toDead(one: DeadEntry): object {
  return { ...toEndpoint(one), othersUp: one.othersUp };
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
    url,
    history: lines,
  };
}
