import { formatAmount } from '../../model/amount.js';
import { dayMs } from '../../history/days.js';
import { copyPrefix } from '../../model/text.js';
import type { Entry } from '../../model/entry.js';
import { describeEntry, joinPath } from '../../reporters/findings.js';
import { formatTime } from '../../reporters/describe-history.js';
import { escapeMarkdown, escapeSentence, quoteMarkdown } from '../../reporters/escape-markdown.js';
import { type DeadRenderOptions, renderEvidence } from '../../reporters/history/dead.js';
import { describeDeadLimits } from '../../reporters/history/evidence.js';
import { describeHalt, renderHaltedTable } from '../../reporters/history/halted.js';
import type { HaltedChain } from '../../history/find-halted.js';
import { formatUrl } from '../../reporters/mask.js';
import { joinSections, type Section } from '../../reporters/markdown-sections.js';
import type { Candidates } from './find-candidates.js';
import type { ChangedList, Group, Proposal } from './choose-proposals.js';

export interface ProposalContext extends DeadRenderOptions {
  readonly candidates: Pick<Candidates, 'limits'> & {
    readonly evidence: Pick<Candidates['evidence'], 'lastRuns'>;
  };
  /** How long no pull request is opened after one was closed. */
  readonly cooldownMs: number;
  /** The exclusion file of the workflow; null for none. */
  readonly exclude: string | null;
  /** The page of the workflow's run; null if unknown. */
  readonly runUrl: string | null;
}

/** How many entries a proposal removes; one that marks a chain removes none. */
export function countRemoved({ plan }: Proposal): number {
  return plan.files.reduce((sum, { entries }) => sum + entries.length, 0);
}

/** The entries that are no longer checked once a proposal is merged. */
function listEnded({ group, plan }: Proposal): Group['entries'] {
  if (group.action === 'mark') return group.entries;
  const removed = new Set(plan.files.flatMap(({ entries }) => entries));
  return group.entries.filter(({ entry }) => removed.has(entry));
}

export function describeTitle(proposal: Proposal): string {
  const { action, by, name } = proposal.group;
  if (action === 'mark') return `Mark the chain ${namePlainly(name)} as ended`;
  const amount = formatAmount(countRemoved(proposal), 'dead endpoint');
  return `Remove ${amount} of ${by === 'chain' ? 'the chain ' : ''}${namePlainly(name)}`;
}

/**
 * A name for titles and messages of commits, where GitHub knows no escapes: letters, digits and some punctuation, so that it mentions nobody, refers to
 * nothing, closes no issue and skips no workflow.
 */
export function namePlainly(name: string): string {
  const plain = name
    .replaceAll(/[^\p{L}\p{M}\p{N} .&+'()-]+/gu, ' ')
    // GitHub closes an issue for "closes gh-1" too.
    .replaceAll(/\bgh-(?=\d)/gi, 'gh ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return plain === '' ? '(a name without letters)' : copyPrefix(plain, 60).trim();
}

export function describeCommit(proposal: Proposal, { candidates, histories }: ProposalContext): string {
  const { halted } = proposal.group;
  const reason =
    halted === undefined
      ? `Of each, ${describeDeadLimits(candidates.limits, histories)}`
      : describeHalt(halted);
  return `${describeTitle(proposal)}\n\n${reason}.\n`;
}

/** GitHub takes 65,536 characters. */
const bodyLimitBytes = 60_000;

/** The text of the pull request, in GitHub Flavored Markdown. Untrusted text is escaped, keys in urls are masked. */
export function describeBody(proposal: Proposal, context: ProposalContext): string {
  const { group } = proposal;
  const { candidates, histories, exclude } = context;
  const endedEntries = listEnded(proposal);
  const name = quoteMarkdown(group.name);
  const ofGroup = group.by === 'chain' ? `of the chain ${name}` : `of the provider ${name}`;
  const endpoints = formatAmount(endedEntries.length, 'endpoint');
  const { halted } = group;
  if (halted !== undefined) return describeHaltedBody(halted, name, context);
  const summary =
    group.action === 'mark'
      ? `This marks the chain ${name} as ended, since every entry of it is dead: ${endpoints}. Merge it if you know that the chain has ended.`
      : `This removes ${endpoints} ${ofGroup}.`;
  const head =
    `${summary} Of each, ${describeDeadLimits(candidates.limits, histories)}. ` +
    `${describeLastRuns(candidates.evidence.lastRuns)}\n\n` +
    'The last column of the table counts the other endpoints that were up at that time, seen from the same place.\n';
  const file = exclude === null ? 'the file of the input `exclude`' : quoteMarkdown(exclude);
  const keeping =
    `To keep an entry for good, add it to ${file} with a reason, ` +
    'for example `{ "host": "rpc.example.com", "reason": "is moving, back in May" }`.';
  const foot = renderFoot(endedEntries, keeping, context);
  const sections = listSections(proposal, endedEntries, context);
  return `${joinSections(head, sections, bodyLimitBytes - Buffer.byteLength(foot))}\n${foot}\n`;
}

function listSections(
  { group, plan, lists }: Proposal,
  endedEntries: Group['entries'],
  context: ProposalContext,
): Section[] {
  const { candidates, pathPrefix } = context;
  const quotePath = (file: string) => quoteMarkdown(joinPath(pathPrefix, file));
  const renderAmount = ({ file, chain, kinds, left, total }: ChangedList) => {
    const amount = formatAmount(total, `${kinds.join(' and ')} endpoint`);
    return `- ${quotePath(file)}: ${escapeMarkdown(`${chain ?? 'the file'} keeps ${left} of ${amount}`)}\n`;
  };
  return [
    {
      title: group.action === 'mark' ? 'Dead' : 'Removed',
      ...renderEvidence(endedEntries, candidates.limits, context),
    },
    {
      title: 'Lists that become empty',
      blocks: lists
        .filter(({ left }) => left === 0)
        .map(({ file, pointer }) => `- ${quotePath(file)}: ${quoteMarkdown(pointer)}\n`),
    },
    {
      title: 'What the other lists keep',
      blocks: lists.filter(({ left }) => left > 0).map(renderAmount),
    },
    {
      title: 'Dead as well, but not removed here',
      blocks: plan.kept.map(({ entry, reason }) => renderKept(entry, reason, pathPrefix)),
    },
  ];
}

function describeHaltedBody(halted: HaltedChain, name: string, context: ProposalContext): string {
  const head =
    `This marks the chain ${name} as ended: it makes no blocks. ${escapeMarkdown(describeHalt(halted))}. ` +
    `Merge it if you know that the chain has ended. ${describeLastRuns(context.candidates.evidence.lastRuns)}\n`;
  const section = { title: 'At one block', ...renderHaltedTable(halted, context) };
  const foot = renderFoot(halted.endpoints, '', context);
  return `${joinSections(head, [section], bodyLimitBytes - Buffer.byteLength(foot))}\n${foot}\n`;
}

/** What readers may do. `keeping` is how to keep what is proposed here; empty if there is no other way than to close the pull request. */
function renderFoot(
  endpoints: readonly { readonly entry: Entry }[],
  keeping: string,
  { cooldownMs, runUrl }: ProposalContext,
): string {
  const made = runUrl === null ? 'a workflow' : `[a run of a workflow](${runUrl})`;
  return [
    ...endpoints.slice(0, 1).map(({ entry }) => `### To verify one by hand\n\n${renderCommand(entry)}`),
    '### If you disagree',
    `Close this pull request. ${describeCooldown(cooldownMs)} ${keeping}`.trimEnd(),
    '### If no check has started',
    'GitHub starts no workflow for a pull request that a workflow opened with its own token. Close this pull request and reopen it: that starts them.',
    `<sub>Made by endpoint-check in ${made}, from the history of its runs.</sub>`,
  ].join('\n\n');
}

export function renderKept(entry: Entry, reason: string, pathPrefix: string): string {
  return `- ${quoteMarkdown(describeEntry(entry, pathPrefix))}: ${escapeSentence(reason)}\n`;
}

/** The command that probes an entry, for people who copy it to a shell. */
function renderCommand({ kind, url }: Entry): string {
  const address = formatUrl(url);
  // A shell would run untrusted text that is not quoted (XCU 2.2.2).
  const word = /^[\w.:/-]+$/.test(address) ? address : `'${address.replaceAll("'", "'\\''")}'`;
  return quoteMarkdown(`endpoint-check ${kind} ${word}`);
}

function describeCooldown(cooldownMs: number): string {
  return cooldownMs === 0
    ? 'The next run may open it again.'
    : `It is not opened again for ${formatAmount(cooldownMs / dayMs, 'day')} after it is closed.`;
}

function describeLastRuns(lastRuns: readonly string[]): string {
  const times = new Set(lastRuns.map(formatTime));
  return escapeMarkdown(`The last run that looked at each of them began at ${[...times].join(' and at ')}.`);
}
