import { formatAmount } from '../../model/amount.js';
import { escapeMarkdown, escapeSentence, quoteMarkdown } from '../../reporters/escape-markdown.js';
import { renderFileDiff } from '../../reporters/diff.js';
import { type DeadRenderOptions, renderDeadMarkdown } from '../../reporters/history/dead.js';
import { joinSections, type Section, summaryBytes } from '../../reporters/markdown-sections.js';
import type { KeptEntry } from '../../engine/edit/plan-removal.js';
import { countRemoved, describeTitle, renderKept } from './describe-proposal.js';
import type { Candidates } from './find-candidates.js';
import { isProposed, type Outcome } from './open-pulls.js';

export interface ProposeResult {
  readonly candidates: Candidates;
  readonly outcomes: readonly Outcome[];
  readonly kept: readonly KeptEntry[];
  /** What else the reader should know, in sentences: the outcome for the history's branch, and files that cannot be read. */
  readonly notes: readonly string[];
}

/**
 * The summary of a step: what is proposed, or would be but for a reason to hold it back; what is not, and why; then all that is dead, with the
 * evidence. Untrusted text is escaped.
 */
export function renderSummary(
  { candidates, outcomes, kept, notes }: ProposeResult,
  options: DeadRenderOptions & { readonly hold: string | null },
): string {
  const renderStaying = ({ entry, reason }: KeptEntry) => renderKept(entry, reason, options.pathPrefix);
  const proposed = outcomes.filter(isProposed);
  const verb = options.hold === null ? 'opened' : `would be opened (${options.hold})`;
  const sentences = [...candidates.obstacles, ...notes];
  const head =
    `## Removals: ${formatAmount(proposed.length, 'pull request')} ${verb}\n` +
    sentences.map((note) => `\n${escapeSentence(note)}\n`).join('');
  const sections: Section[] = [
    { title: 'Proposed', blocks: proposed.map(renderOutcome) },
    {
      title: 'What they change',
      folded: true,
      blocks:
        options.hold === null
          ? []
          : proposed.flatMap(({ proposal }) => proposal.plan.files.map(renderFileDiff)),
    },
    {
      title: 'Not proposed',
      blocks: outcomes.filter((outcome) => !isProposed(outcome)).map(renderOutcome),
    },
    { title: 'Dead, and removed by nobody but you', blocks: kept.map(renderStaying) },
    {
      title: 'Dead, but not to be removed by this history',
      folded: true,
      blocks: candidates.doubtful.map(renderStaying),
    },
  ];
  const text = joinSections(head, sections, summaryBytes / 2);
  const evidence = `\n${renderDeadMarkdown(candidates, options)}`;
  const fits = Buffer.byteLength(text) + Buffer.byteLength(evidence) <= summaryBytes;
  return (
    text +
    (fits
      ? evidence
      : '\nThe evidence is too long for this page: `endpoint-check history --dead` shows it.\n')
  );
}

function renderOutcome({ proposal, reason, url }: Outcome): string {
  const title =
    url === null
      ? escapeMarkdown(describeTitle(proposal))
      : `[${escapeMarkdown(describeTitle(proposal))}](${url})`;
  const branch = quoteMarkdown(proposal.group.branch);
  const why = reason === null ? '' : `: ${escapeSentence(reason)}`;
  const { action, entries } = proposal.group;
  const count = action === 'mark' ? entries.length : countRemoved(proposal);
  return `- ${title} (${formatAmount(count, 'endpoint')}, ${branch})${why}\n`;
}
