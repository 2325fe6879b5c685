import { resolve } from 'node:path';
import { OptionReader } from '../../engine/option-reader.js';
import { format } from '../../engine/options/option-type.js';
import type { Format } from '../../formats/format.js';
import { dayMs } from '../../history/days.js';
import { readLines, refuseLink } from '../inputs.js';
import { type Grouping, groupings } from './group-entries.js';

export interface ProposeInputs {
  /** The paths of the history files; one for each vantage point. */
  readonly histories: readonly string[];
  readonly historyBranch: string | null;
  readonly paths: readonly string[];
  readonly format: Format | null;
  readonly exclude: string | null;
  readonly groupBy: Grouping;
  /** Whether chains of which every entry is dead are to be marked as ended. */
  readonly markKilled: boolean;
  /** Whether chains that have halted are to be marked as ended. */
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
  const reader = new OptionReader(errors, []);
  const input = (name: string) => getInput(name) || undefined;
  const histories = readLines(getInput('history'));
  if (histories.length === 0) reader.report('history', 'expected the path of a history file, got none');
  for (const path of histories) refuseLink('history', resolve(cwd, path), cwd, errors);
  const paths = readLines(getInput('paths'));
  const dryRun = reader.boolean('dry-run', input('dry-run') ?? 'false');
  const token = getInput('token');
  if (token === '' && !dryRun) reader.report('token', 'expected a token that may write, got none');
  const formatName = input('format');
  return {
    histories,
    historyBranch: readBranch(input('history-branch') ?? null, reader),
    paths: paths.length > 0 ? paths : ['.'],
    format: formatName === undefined ? null : format.read(reader, 'format', formatName),
    exclude: input('exclude') ?? null,
    groupBy: reader.choice('group-by', input('group-by') ?? 'provider', {
      noun: 'grouping',
      known: groupings,
    }),
    markKilled: reader.boolean('mark-killed', input('mark-killed') ?? 'false'),
    markHalted: reader.boolean('mark-halted', input('mark-halted') ?? 'false'),
    maxPulls: reader.integer('max-pull-requests', input('max-pull-requests') ?? '5', 0, 100),
    cooldownMs: readCooldown(input('cooldown') ?? '7d', reader),
    labels: getInput('labels')
      .split(/[\n,]/)
      .map((label) => label.trim())
      .filter((label) => label !== ''),
    dryRun,
    token,
  };
}

/** Plain names only: git takes more, and so do refspecs, which mean something else (git-check-ref-format(1)). */
function readBranch(name: string | null, reader: OptionReader): string | null {
  if (name === null || (/^\w[\w./-]*\w$/.test(name) && !/\.\.|\/\/|\.lock$|\/\./.test(name))) return name;
  reader.report('history-branch', `expected the name of a branch such as endpoint-history, got "${name}"`);
  return null;
}

function readCooldown(text: string, reader: OptionReader): number {
  const [, days] = /^(\d{1,3})d$/.exec(text) ?? [];
  if (days !== undefined) return Number(days) * dayMs;
  reader.report('cooldown', `expected days such as 7d, got "${text}"`);
  return 0;
}
