import { checks } from '../../src/checks/index.js';
import { findFixes } from '../../src/registry/edit/find-fixes.js';
import { fixText, type Judgement } from '../../src/registry/edit/fix-text.js';
import { type FileLocation, loadFile } from '../../src/registry/load-file.js';

/** The problems of a file of a registry, and their fixes. */
export function judgeText(location: FileLocation, text: string, faultLimit?: number): Judgement {
  const loaded = loadFile(location, { text, problem: null }, checks, faultLimit);
  return { problems: loaded.problems, fixes: findFixes(location, loaded, loaded.problems, checks) };
}

/** The text of a file after all its fixes. */
export function fixFile(location: FileLocation, text: string, faultLimit?: number): string {
  const judge = (current: string) => judgeText(location, current, faultLimit);
  return fixText(text, judge(text), { judge, accepts: () => true }).text;
}
