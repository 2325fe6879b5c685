import { checks } from '../../src/checks/index.js';
import { createReport } from '../../src/engine/report.js';
import { findList } from '../../src/formats/chainlist/lists.js';
import { chainlist } from '../../src/formats/chainlist/index.js';
import { entries } from '../../src/formats/entries/index.js';
import type { Report } from '../../src/model/report.js';
import { joinFiles } from '../../src/registry/load.js';
import { type FileLocation, loadFile, type LoadedFile } from '../../src/registry/load-file.js';
import { compareRevisions } from '../../src/registry/git/changes.js';
import { findFixes } from '../../src/registry/edit/fixes.js';
import { renderDiff } from '../../src/reporters/diff.js';
import { fixFile } from '../support/registry-files.js';

const location: FileLocation = {
  path: 'chain/a/param.json',
  format: chainlist,
  chain: 'a',
  expected: null,
  list: null,
};
export const listLocation: FileLocation = {
  ...location,
  path: 'chain/a/assets.json',
  list: findList('assets.json'),
};

export const linesLocation: FileLocation = {
  ...location,
  path: 'entries.jsonl',
  format: entries,
  chain: null,
};

function load(text: string, where: FileLocation = location): LoadedFile {
  return loadFile(where, { text, problem: null }, checks);
}

/** The work of a check without a network on a file. */
export function checkText(text: string, where?: FileLocation): Report {
  const loaded = load(text, where);
  const { entries, problems } = joinFiles([loaded], checks);
  const outcomes = entries.map((entry) => ({ entry, noFacts: {}, state: 'skipped' as const }));
  const files = [{ path: loaded.path, chain: 'a', format: 'chainlist' }];
  const fixes = findFixes(loaded, problems, checks);
  return createReport({ files, problems, fixes }, outcomes, {
    startedAt: new Date(0),
    durationMs: 0,
    interrupted: false,
    scope: { network: false, only: null, since: null, shard: null },
  });
}

/** The work of a fix on a file, with all syntax errors at once, and its diff. */
export function fixAll(text: string, where?: FileLocation): string {
  const afterText = fixFile(where ?? location, text, 1_000);
  return renderDiff([{ path: location.path, beforeText: text, afterText, recoded: false }]);
}

/** The comparison with an older text. */
export function compareTexts(now: string, before: string): unknown {
  return compareRevisions([load(now)], [load(before)]);
}
