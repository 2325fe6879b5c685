import { groupBy } from '../model/group-by.js';
import type { PlacedProblem } from '../model/finding.js';
import { describeBriefly } from '../checks/rules/describe-briefly.js';

/**
 * Makes one problem of two with one cause: an address of host:port has a path, and without it, as it was probed, another server answers. What is
 * then wrong is the path, and writing the address without it would not help. Pure.
 */
export function joinCauses(problems: readonly PlacedProblem[]): readonly PlacedProblem[] {
  const byEntry = groupBy(
    problems.filter(({ entry }) => entry !== null),
    ({ entry }) => entry,
  );
  const joined = new Map<PlacedProblem, PlacedProblem | null>();
  for (const group of byEntry.values()) {
    const path = group.find(
      ({ problem: { code, data } }) => code === 'entry/url-path' && data['isLeftOut'] === true,
    );
    const refused = group.find(isElsewhere);
    if (path === undefined || refused === undefined) continue;
    const { place, entry } = path;
    const data = { ...path.problem.data, withoutIt: describeBriefly(refused.problem) };
    joined.set(path, null);
    joined.set(refused, { place, entry, ...pickLimit(refused), problem: { code: path.problem.code, data } });
  }
  return joined.size === 0
    ? problems
    : problems.flatMap((problem) => {
        const replacement = joined.get(problem);
        return replacement === undefined ? [problem] : (replacement ?? []);
      });
}

/** How a server answers where no gRPC of a node is: the only failures that a path may explain. */
const elsewhere: readonly string[] = [
  'http/status',
  'http/redirect',
  'grpc/not-grpc',
  'grpc/not-routed',
  'grpc/other-kind',
  'grpc/service-missing',
];

function isElsewhere({ problem: { code } }: PlacedProblem): boolean {
  return elsewhere.includes(code);
}

function pickLimit({ atMost }: PlacedProblem): Pick<PlacedProblem, 'atMost'> {
  return atMost === undefined ? {} : { atMost };
}
