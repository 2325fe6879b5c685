import { formatAmount } from '../../model/amount.js';
import * as core from '@actions/core';
import { checks } from '../../checks/index.js';
import { exitCodes, UsageError } from '../../engine/exit-code.js';
import { readHistoryFile } from '../../history/history-file.js';
import { readExclusions } from '../../engine/read-exclusions.js';
import { readGit } from '../../registry/git/git.js';
import { GitError } from '../../registry/git/origin-branch.js';
import { findPathPrefix, isCheckedOut } from '../../registry/layout.js';
import { loadRegistry } from '../../registry/load.js';
import { escapeLogLine } from '../../reporters/escape.js';
import { isProposal, readDefaultBranch, readEvent, type WorkflowEvent } from '../event.js';
import { chooseProposals } from './choose-proposals.js';
import { countRemoved, describeTitle } from './describe-proposal.js';
import { findCandidates } from './find-candidates.js';
import { GitHub } from './github.js';
import { keepHistory, nameHistory } from './history-branch.js';
import { type ProposeInputs, readProposeInputs } from './inputs.js';
import { findHold, isProposed, openPulls, type Outcome } from './open-pulls.js';
import { type ProposeResult, renderSummary } from './summary.js';

/** Who commits: the bot of GitHub Actions, with the address by which GitHub knows it. */
const author = {
  name: 'github-actions[bot]',
  email: '41898282+github-actions[bot]@users.noreply.github.com',
};

/**
 * Opens pull requests that remove what a history shows to be dead, and keeps the history on its branch. Probes nothing. Resolves to the exit status; rejects
 * with a UsageError for wrong inputs.
 */
export async function runPropose(cwd: string, env: NodeJS.ProcessEnv): Promise<number> {
  // Before anything is written to the log.
  const token = core.getInput('token');
  if (token !== '') core.setSecret(token);
  const { inputs, files, exclusions, registry, base } = await prepare(cwd, env);
  const now = new Date();
  const branchOutcome = await keepFiles(cwd, inputs, files);
  const candidates = findCandidates(registry, files, { exclusions, now });
  const chosen = chooseProposals(
    registry,
    {
      entries: candidates.proposable,
      ended: inputs.markKilled ? candidates.ended : [],
      halted: inputs.markHalted ? candidates.halted : [],
    },
    inputs.groupBy,
  );
  if (typeof chosen === 'string') throw new UsageError([chosen]);
  const context = {
    candidates,
    cooldownMs: inputs.cooldownMs,
    exclude: inputs.exclude,
    runUrl: findRunUrl(env),
    pathPrefix: findPathPrefix(registry.base, cwd),
    histories: files.length,
  };
  const gitHub = createGitHub(inputs.token, env);
  const outcomes = await openPulls(chosen.proposals, {
    ...inputs,
    ...context,
    author,
    base,
    gitHub,
    now,
    directory: registry.base,
  });
  const unread = chosen.unread.map(
    (path) => `${path} cannot be read, and may list a dead endpoint too: fix it first`,
  );
  const notes = [...branchOutcome.sentences, ...unread];
  const hold = findHold(inputs);
  log({ candidates, outcomes, notes }, hold);
  const result = { candidates, outcomes, kept: chosen.kept, notes };
  if ((env['GITHUB_STEP_SUMMARY'] ?? '') !== '')
    await core.summary.addRaw(renderSummary(result, { ...context, hold })).write();
  const opened = outcomes.filter(({ state }) => state === 'opened');
  core.setOutput('pull-requests', opened.map(({ url }) => url).join('\n'));
  core.setOutput('proposed', outcomes.filter(isProposed).length);
  core.setOutput('dead', candidates.dead.length);
  return branchOutcome.failed || outcomes.some(({ state }) => state === 'failed')
    ? exitCodes.failure
    : exitCodes.ok;
}

/** Reads inputs, event, histories and registry. Throws a UsageError that names the errors of all of them. */
async function prepare(cwd: string, env: NodeJS.ProcessEnv) {
  const errors: string[] = [];
  const inputs = readProposeInputs((name) => core.getInput(name), cwd, errors);
  const event = await readEvent(cwd, env, errors);
  const base =
    readDefaultBranch(event.payload) ?? (await readGit(cwd, ['symbolic-ref', '--quiet', '--short', 'HEAD']));
  if (base === null) errors.push('cannot find the default branch: the event does not name it');
  const wrongEvent = inputs.dryRun ? null : findWrongEvent(event, base, env);
  if (wrongEvent !== null) errors.push(wrongEvent);
  const files = inputs.histories.flatMap((path) => {
    const file = readHistoryFile(path, cwd);
    const fault = typeof file === 'string' ? file : file.before === null ? 'does not exist' : null;
    if (fault !== null) errors.push(`history: ${path} ${fault}`);
    return typeof file === 'string' ? [] : [file];
  });
  if (inputs.historyBranch !== null && new Set(files.map(nameHistory)).size < files.length)
    errors.push('history: two files have the same name: give each vantage point its own');
  const exclusions = readExclusions(inputs.exclude, { cwd, option: 'exclude', errors })?.exclusions ?? [];
  const registry = await loadRegistry(inputs.paths, {
    cwd,
    format: inputs.format,
    kinds: checks,
    readStdin: () => Promise.resolve(Buffer.alloc(0)),
  });
  errors.push(...registry.usageErrors);
  if (!isCheckedOut(cwd))
    errors.push('no repository is checked out here: run actions/checkout before this step');
  if (errors.length > 0) throw new UsageError(errors);
  return { inputs, files, exclusions, registry, base: base ?? '' };
}

/** Pull requests are made from the checkout, which has to be the default branch and no contributor's proposal. */
function findWrongEvent(event: WorkflowEvent, base: string | null, env: NodeJS.ProcessEnv): string | null {
  if (isProposal(event)) return `propose does not run on ${event.name}: use schedule or workflow_dispatch`;
  const ref = env['GITHUB_REF'] ?? '';
  if (ref === '' || base === null || ref === `refs/heads/${base}`) return null;
  return `propose runs on the default branch, ${base}: got ${ref}`;
}

/** Keeps the history on its branch. If that fails, pull requests are opened nevertheless. */
async function keepFiles(
  cwd: string,
  { historyBranch, dryRun }: ProposeInputs,
  files: Parameters<typeof keepHistory>[2],
): Promise<{ readonly sentences: readonly string[]; readonly failed: boolean }> {
  if (historyBranch === null) return { sentences: [], failed: false };
  if (dryRun) return { sentences: [`dry run: the history is not kept on ${historyBranch}`], failed: false };
  try {
    const { committed, refused } = await keepHistory(cwd, historyBranch, files, author);
    for (const sentence of refused) core.warning(escapeLogLine(sentence));
    const sentences = [...committed.map((name) => `${name} is committed to ${historyBranch}`), ...refused];
    return { sentences, failed: false };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const sentence = `the history is not kept: ${error.message}`;
    core.error(escapeLogLine(sentence));
    return { sentences: [sentence], failed: true };
  }
}

function createGitHub(token: string, env: NodeJS.ProcessEnv): GitHub | null {
  const repository = env['GITHUB_REPOSITORY'] ?? '';
  if (token === '') return null;
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) throw new UsageError(['GITHUB_REPOSITORY must be owner/name']);
  return new GitHub({ apiUrl: env['GITHUB_API_URL'] ?? 'https://api.github.com', repository, token });
}

function findRunUrl(env: NodeJS.ProcessEnv): string | null {
  const [server, repository, run] = ['GITHUB_SERVER_URL', 'GITHUB_REPOSITORY', 'GITHUB_RUN_ID'].map(
    (name) => env[name] ?? '',
  );
  return server && repository && run ? `${server}/${repository}/actions/runs/${run}` : null;
}

const stateNames: Readonly<Record<Outcome['state'], string>> = {
  opened: 'opened',
  'would-open': 'would open',
  left: 'not opened',
  failed: 'failed',
};

function log({ candidates, outcomes, notes }: Omit<ProposeResult, 'kept'>, hold: string | null): void {
  const say = (line: string) => core.info(escapeLogLine(line));
  for (const sentence of notes) say(sentence);
  for (const { proposal, state, reason, url } of outcomes) {
    const details = [url, reason].filter((detail) => detail !== null).join(': ');
    const held = state === 'would-open' && hold !== null ? ` (${hold})` : '';
    const line = `${stateNames[state]}${held}: ${describeTitle(proposal)}${details === '' ? '' : `: ${details}`}`;
    if (state === 'failed') core.error(escapeLogLine(line));
    else say(line);
  }
  const proposed = outcomes.filter(isProposed);
  const removed = proposed.reduce((sum, { proposal }) => sum + countRemoved(proposal), 0);
  const pulls = formatAmount(proposed.length, hold === null ? 'new pull request' : 'pull request');
  const total = `${candidates.dead.length} dead, ${removed} of them in ${pulls}`;
  say(hold === null ? total : `${total} that would be opened (${hold})`);
  for (const sentence of candidates.obstacles) core.notice(escapeLogLine(sentence));
}
