import { resolve } from 'node:path';
import { choice, flag, format, integer, type OptionType } from '../../engine/options/option-type.js';
import type { Format } from '../../formats/format.js';
import { dayMs } from '../../history/days.js';
import { readLines, refuseLink } from '../inputs.js';
import { type Grouping, groupings } from './choose-proposals.js';

export interface ProposeInputs {
  /** The paths of the history files; one for each vantage point. */
  readonly histories: readonly string[];
  readonly historyBranch: string | null;
  readonly paths: readonly string[];
  readonly format: Format | null;
  readonly exclude: string | null;
  readonly groupBy: Grouping;
  readonly markKilled: boolean;
  readonly markHalted: boolean;
  /** 0 opens none, and shows what would be opened. */
  readonly maxPulls: number;
  readonly cooldownMs: number;
  readonly labels: readonly string[];
  readonly dryRun: boolean;
  readonly token: string;
}

/** Parses the inputs, with the default if one is empty. All errors are added to `errors`, each with its input's name. */
export function readProposeInputs(
  getInput: (name: string) => string,
  cwd: string,
  errors: string[],
): ProposeInputs {
  const input = (name: string) => getInput(name) || null;
  const report = (name: string, error: string) => errors.push(`${name}: ${error}`);
  const read = <Value>(name: string, type: OptionType<Value>, preset: string) =>
    type.read(input(name) ?? preset, (error) => report(name, error));
  const histories = readLines(getInput('history'));
  if (histories.length === 0) report('history', 'expected the path of a history file, got none');
  for (const path of histories) refuseLink('history', resolve(cwd, path), cwd, errors);
  const paths = readLines(getInput('paths'));
  const dryRun = read('dry-run', flag, 'false');
  const token = getInput('token');
  if (token === '' && !dryRun) report('token', 'expected a token that may write, got none');
  return {
    histories,
    historyBranch: readBranch(input('history-branch'), report),
    paths: paths.length > 0 ? paths : ['.'],
    format: input('format') === null ? null : read('format', format, ''),
    exclude: input('exclude'),
    groupBy: read('group-by', choice('grouping', groupings), 'provider'),
    markKilled: read('mark-killed', flag, 'false'),
    markHalted: read('mark-halted', flag, 'false'),
    maxPulls: read('max-pull-requests', integer(0, 100), '5'),
    cooldownMs: readCooldown(input('cooldown') ?? '7d', report),
    labels: getInput('labels')
      .split(/[\n,]/)
      .map((label) => label.trim())
      .filter((label) => label !== ''),
    dryRun,
    token,
  };
}

type Report = (name: string, error: string) => void;

/** Plain names only: git takes more, and so do refspecs, which mean something else (git-check-ref-format(1)). */
function readBranch(name: string | null, report: Report): string | null {
  if (name === null || (/^\w[\w./-]*\w$/.test(name) && !/\.\.|\/\/|\.lock$|\/\./.test(name))) return name;
  report('history-branch', `expected the name of a branch such as endpoint-history, got "${name}"`);
  return null;
}

function readCooldown(text: string, report: Report): number {
  const [, days] = /^(\d{1,3})d$/.exec(text) ?? [];
  if (days !== undefined) return Number(days) * dayMs;
  report('cooldown', `expected days such as 7d, got "${text}"`);
  return 0;
}
