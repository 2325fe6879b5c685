import type { RemovalPlan } from '../../engine/edit/plan-removal.js';
import { readGit } from '../../registry/git/git.js';
import {
  pushBranch,
  readRemoteHead,
  GitError,
  hashContent,
  type Identity,
  readTreeFiles,
  writeCommit,
} from '../../registry/git/origin-branch.js';
import { describeBody, describeCommit, describeTitle, type ProposalContext } from './describe-proposal.js';
import type { Proposal } from './choose-proposals.js';
import { type GitHub, GitHubError, type Pull } from './github.js';

export interface OpenOptions extends ProposalContext {
  /** In the repository. */
  readonly directory: string;
  readonly author: Identity;
  /** Null if GitHub is not read: in a dry run without a token. */
  readonly gitHub: GitHub | null;
  readonly base: string;
  readonly maxPulls: number;
  readonly labels: readonly string[];
  readonly dryRun: boolean;
  readonly now: Date;
}

export interface Outcome {
  readonly proposal: Proposal;
  /** Opened, or what would be opened if `findHold` has a reason; else a sentence that says why not. */
  readonly state: 'opened' | 'would-open' | 'left' | 'failed';
  readonly reason: string | null;
  readonly url: string | null;
}

export function isProposed({ state }: Outcome): boolean {
  return state === 'opened' || state === 'would-open';
}

/** Why nothing is opened, only shown; null if it is opened. */
export function findHold({ dryRun, maxPulls }: Pick<OpenOptions, 'dryRun' | 'maxPulls'>): string | null {
  if (dryRun) return 'dry run';
  return maxPulls === 0 ? 'max-pull-requests is 0' : null;
}

/** Opens pull requests for the proposals in their order, up to the limit. Resolves to the outcome of each; never rejects for GitHub or git. */
export async function openPulls(
  proposals: readonly Proposal[],
  options: OpenOptions,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  let opened = 0;
  let obstacle: string | null = null;
  for (const proposal of proposals) {
    const leave = (reason: string) => outcomes.push({ proposal, state: 'left', reason, url: null });
    if (obstacle !== null) {
      leave(obstacle);
      continue;
    }
    if (options.maxPulls > 0 && opened >= options.maxPulls) {
      leave(`no more than ${options.maxPulls} ${options.maxPulls === 1 ? 'is' : 'are'} opened in a run`);
      continue;
    }
    try {
      const outcome = await openPull(proposal, options);
      if (outcome.state !== 'left') opened++;
      outcomes.push(outcome);
    } catch (error) {
      if (!(error instanceof GitHubError || error instanceof GitError)) throw error;
      outcomes.push({ proposal, state: 'failed', reason: error.message, url: null });
      if (error instanceof GitHubError && error.isFinal) obstacle = 'GitHub refused the one before it';
    }
  }
  return outcomes;
}

async function openPull(proposal: Proposal, options: OpenOptions): Promise<Outcome> {
  const { gitHub, directory, base } = options;
  const { branch } = proposal.group;
  const leave = (reason: string, url: string | null = null): Outcome => ({
    proposal,
    state: 'left',
    reason,
    url,
  });
  const pulls = gitHub === null ? [] : await gitHub.listPulls(branch);
  const blocking = findBlocking(pulls, options);
  if (blocking !== null) return leave(blocking.reason, blocking.url);
  const head = await readGit(directory, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  if (head === null) throw new GitError('the checkout has no commit: run actions/checkout before this step');
  const files = await readContents(directory, head, proposal.plan);
  if (typeof files === 'string') return leave(files);
  if (findHold(options) !== null || gitHub === null)
    return { proposal, state: 'would-open', reason: null, url: null };
  const message = describeCommit(proposal, options);
  const commit = await writeCommit(directory, files, { parent: head, message, author: options.author });
  const expected = await readRemoteHead(directory, branch);
  if (!(await pushBranch(directory, { branch, expected }, commit)))
    return leave(`another run has pushed the branch ${branch} meanwhile`);
  try {
    const pull = await gitHub.createPull({
      title: describeTitle(proposal),
      body: describeBody(proposal, options),
      head: branch,
      base,
    });
    if (pull === null) return leave('one is open');
    return {
      proposal,
      state: 'opened',
      reason: await addLabels(gitHub, pull, options.labels),
      url: pull.url,
    };
  } catch (error) {
    // The answer alone may be lost.
    const pulls = await gitHub.listPulls(branch).catch(() => []);
    // Otherwise a branch would be left that nobody looks at.
    if (!pulls.some(({ isOpen }) => isOpen))
      await pushBranch(directory, { branch, expected: commit }, null).catch(() => false);
    throw error;
  }
}

/** Why the labels are missing; null if they are not. The pull request is open in either case. */
async function addLabels(gitHub: GitHub, pull: Pull, labels: readonly string[]): Promise<string | null> {
  if (labels.length === 0) return null;
  try {
    await gitHub.addLabels(pull.number, labels);
    return null;
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    return `it has no labels: ${error.message}`;
  }
}

/** The pull request of the group that prevents another one, and how. */
function findBlocking(
  pulls: readonly Pull[],
  { cooldownMs, now }: Pick<OpenOptions, 'cooldownMs' | 'now'>,
): { readonly reason: string; readonly url: string } | null {
  const open = pulls.find(({ isOpen }) => isOpen);
  if (open !== undefined) return { reason: `#${open.number} is open`, url: open.url };
  const last = pulls
    .filter(({ closedAt }) => closedAt !== null)
    .sort((a, b) => Date.parse(b.closedAt ?? '') - Date.parse(a.closedAt ?? ''))[0];
  const closedAt = last?.closedAt ?? null;
  if (last === undefined || closedAt === null) return null;
  const until = Date.parse(closedAt) + cooldownMs;
  if (now.getTime() >= until) return null;
  const day = new Date(until).toISOString().slice(0, 16).replace('T', ' ');
  return {
    reason: `#${last.number} was closed ${closedAt.slice(0, 10)}: no other one before ${day} UTC`,
    url: last.url,
  };
}

/** The new contents by their paths in the repository; a sentence if the checkout has other files than its commit. */
async function readContents(directory: string, head: string, { files }: RemovalPlan) {
  const top = await readGit(directory, ['rev-parse', '--show-prefix']);
  if (top === null)
    throw new GitError('no repository is checked out here: run actions/checkout before this step');
  const contents = files.map(({ path, after }) => ({ path: top + path, content: after }));
  const committed = await readTreeFiles(
    directory,
    head,
    contents.map(({ path }) => path),
  );
  for (const [index, { path }] of contents.entries()) {
    const before = files[index]?.before ?? Buffer.alloc(0);
    if (committed.get(path)?.hash !== (await hashContent(directory, before, false)))
      return `${path} is not as it was committed, in the checkout`;
  }
  return contents;
}
