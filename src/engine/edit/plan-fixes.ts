import { checks } from '../../checks/index.js';
import type { PlacedProblem } from '../../model/finding.js';
import { groupBy } from '../../model/group-by.js';
import { findFixes, findRegistryFixes, fixText, type Judgement } from '../../registry/edit/fixes.js';
import { describeProblem, type RegistryChanges } from '../../registry/git/changes.js';
import type { Registry } from '../../registry/load.js';
import { loadFile, type RegistryFile } from '../../registry/load-file.js';
import { loadManifests } from '../../registry/manifests.js';
import { decode, decodeUtf16, readRegistryBytes } from '../../registry/read-file.js';
import { type CommonSpellings, findCommonSpellings, judgeSpellings } from '../../registry/spelling.js';
import { getRule } from '../rule-catalogue.js';
import type { FileChange } from './file-change.js';

/** Which fixes to make: those of `--fix`, or with `--fix-all` also those that change an operator's name. */
export type FixLevel = 'fix' | 'fix-all';

export interface FixedFile extends FileChange {
  readonly fixed: readonly PlacedProblem[];
}

export interface FixPlan {
  readonly files: readonly FixedFile[];
  /** Problems with a fix, by the url of the manifest that their entries come from. */
  readonly withheld: ReadonlyMap<string, readonly PlacedProblem[]>;
}

export interface PlanOptions {
  readonly level: FixLevel;
  /** How the registry differs from a git ref: older problems are left. Null if it is compared with none. */
  readonly changes: Pick<RegistryChanges, 'baseline' | 'earlier'> | null;
}

/**
 * Finds how the fixes of a registry's problems change its files, without changing them. Each file is judged again after its fixes, so that problems
 * that were hidden are fixed as well. Returns a sentence for the user if it is unknown what may be changed.
 */
export function planFixes(registry: Registry, { level, changes }: PlanOptions): FixPlan | string {
  const allowed = level === 'fix' ? ['--fix'] : ['--fix', '--fix-all'];
  const isNew = createComparison(registry, changes);
  const isFixable = (problem: PlacedProblem) =>
    allowed.includes(getRule(problem.problem).fixable ?? '') && isNew(problem);
  const fixes = findRegistryFixes(registry, registry.problems.filter(isFixable), checks);
  if (fixes.size === 0) return { files: [], withheld: new Map() };
  const findOf = loadManifests(registry.loaded.map(({ location }) => location));
  if (typeof findOf === 'string') return findOf;

  const locations = new Map(registry.loaded.map(({ path, location }) => [path, location]));
  const findManifest = ({ entry, place }: PlacedProblem) => {
    const file = locations.get(place.file ?? '');
    return entry === null || file === undefined ? null : findOf(file, entry);
  };
  const accepts = (problem: PlacedProblem) => isFixable(problem) && findManifest(problem) === null;
  const fixFiles = (common: CommonSpellings) =>
    registry.loaded.flatMap((file) => fixFile(file, { accepts, common }));
  const simple = fixFiles(new Map());
  // Some of these fixes reveal providers.
  const revealed = level === 'fix' ? [] : loadFixed(registry, simple).flatMap((file) => file.providers);
  const common = findCommonSpellings(revealed.length === 0 ? [] : [...revealed, ...registry.otherProviders]);
  const files = common.size === 0 ? simple : fixFiles(common);
  const remainder = loadFixed(registry, files).flatMap((file) => [...judgeFile(file, common).fixes.keys()]);
  const ofManifests = remainder.filter((problem) => isFixable(problem) && findManifest(problem) !== null);
  return { files, withheld: groupBy(ofManifests, (problem) => findManifest(problem) ?? '') };
}

/** How many syntax errors of a file are fixed at once: more than are shown, but bounded, since each costs time and memory. */
const fixedFaults = 1_000;

function loadFixed({ loaded }: Registry, fixed: readonly FixedFile[]): readonly RegistryFile[] {
  const texts = new Map(fixed.map(({ path, afterText }) => [path, afterText]));
  return loaded.map((file) => {
    const text = texts.get(file.path);
    return text === undefined ? file : loadFile(file.location, { text, problem: null }, checks);
  });
}

function judgeFile(file: RegistryFile, common: CommonSpellings): Judgement {
  const problems = [...file.problems, ...judgeSpellings(file.providers, common)];
  return { problems, fixes: findFixes(file, problems, checks) };
}

/** Finds new problems: those of the registry, and those that its fixes reveal. */
function createComparison(
  { problems }: Registry,
  changes: PlanOptions['changes'],
): (problem: PlacedProblem) => boolean {
  if (changes === null) return () => true;
  const { baseline, earlier } = changes;
  const keyOf = (problem: PlacedProblem) => `${problem.place.file ?? ''} ${describeProblem(problem)}`;
  // Whoever changes a file with syntax errors is responsible for all of them.
  const older = [...earlier.values()].flat().filter(({ problem }) => problem.code !== 'file/invalid-json');
  const olderKeys = new Set([...older, ...baseline].map(keyOf));
  const registryProblems = new Set(problems);
  return (problem) =>
    registryProblems.has(problem) ? !baseline.has(problem) : !olderKeys.has(keyOf(problem));
}

/** The change of a file; none if nothing in it can be fixed after all. */
function fixFile(
  file: RegistryFile,
  {
    accepts,
    common,
  }: { readonly accepts: (problem: PlacedProblem) => boolean; readonly common: CommonSpellings },
): readonly FixedFile[] {
  const { location, path } = file;
  const { absolute } = location;
  const judgement = judgeFile(file, common);
  const accepted = [...judgement.fixes].filter(([problem]) => accepts(problem));
  const before = accepted.length === 0 || absolute === null ? null : readRegistryBytes(absolute);
  if (absolute === null || !Buffer.isBuffer(before)) return [];
  const judge = (text: string) =>
    judgeFile(loadFile(location, { text, problem: null }, checks, fixedFaults), common);
  const recoding = accepted.flatMap(([problem, fix]) => (fix.encoding === undefined ? [] : [problem]));
  const recoded = recoding.length > 0;
  const beforeText = recoded ? decodeUtf16(before) : decode(before).text;
  if (beforeText === null) return [];
  const { text: afterText, fixed } = fixText(
    beforeText,
    beforeText === file.text ? judgement : judge(beforeText),
    { judge, accepts },
  );
  if (afterText === beforeText && !recoded) return [];
  const after = Buffer.from(afterText);
  return [{ path, absolute, before, after, beforeText, afterText, recoded, fixed: [...recoding, ...fixed] }];
}
