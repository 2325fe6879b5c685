/** @typedef {import('../test/faults/fault.js').Fault} Fault */
/** @typedef {import('../test/opinions/clients.js').ClientName} ClientName */
/** @typedef {import('../test/opinions/differences.js').Difference} Difference */

/** How many endpoints of a difference are named. */
const namedEndpoints = 2;

/**
 * The page of what other clients make of the faults: who they are, how often they agree, and the differences that surprise.
 * @param {readonly Fault[]} faults
 * @param {import('../test/opinions/opinions.js').Opinions} opinions
 * @param {typeof import('../test/opinions/clients.js')} clientTable
 * @param {typeof import('../test/opinions/differences.js')} differenceTable
 */
export function describeOpinions(faults, { versions, outcomes }, { clients }, { differences }) {
  const judged = faults.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail');
  /** @type {ClientName[]} */
  // @ts-expect-error -- the keys of an object have no narrower type
  const names = Object.keys(clients);
  const counts = names.map((name) => {
    const own = judged.filter(({ kind }) => clients[name].kinds.some((one) => one === kind));
    const agreed = own.filter(
      (fault) => (outcomes[fault.kind][fault.name]?.[name] === 'ok') === (fault.verdict === 'pass'),
    );
    return { name, agreed: agreed.length, all: own.length };
  });
  const clientList = counts.map(({ name }) => `${name} ${versions[name]}`).join(', ');
  const sum = (/** @type {readonly number[]} */ numbers) => numbers.reduce((all, one) => all + one, 0);
  const all = sum(counts.map((count) => count.all));
  const agreed = sum(counts.map((count) => count.agreed));

  /** @type {Map<string, Difference[]>} */
  const byReason = new Map();
  for (const one of differences) byReason.set(one.why, [...(byReason.get(one.why) ?? []), one]);
  /** @param {Fault['verdict']} verdict */
  const rowsOf = (verdict) =>
    [...byReason].flatMap(([why, group]) => {
      if (!group.some(({ surprises }) => surprises)) return [];
      const isOwn = (/** @type {Fault} */ fault) =>
        fault.verdict === verdict &&
        group.some(({ kind, faults: named }) => kind === fault.kind && named.includes(fault.name));
      const own = judged.filter(isOwn);
      if (own.length === 0) return [];
      const kinds = [...new Set(own.map(({ kind }) => kind))].join(', ');
      const endpoints = [...new Set(own.map(({ name }) => name))];
      const more = endpoints.length - namedEndpoints;
      const named = endpoints.slice(0, namedEndpoints).join('; ') + (more > 0 ? `; ${more} more` : '');
      const who = names.filter((name) => group.some((one) => one.clients.includes(name))).join(', ');
      return [[`${kinds}: ${named}`, who, why]];
    });

  return `# Second opinions

A client that you use may disagree with a verdict. These are the twenty differences that surprise most, with the reason for the verdict.

## It passes, and these fail

Most pass with a warning or a notice that says which clients fail.

${formatTable(['endpoint', 'these fail', 'why it passes'], rowsOf('pass'))}

## It fails, and these succeed

${formatTable(['endpoint', 'these succeed', 'why it fails'], rowsOf('fail'))}

## The clients

On the faulty servers of \`test/faults/\` they agree with the verdicts \`pass\` and \`fail\` ${agreed} times in ${all}: ${clientList}.

All differences with their reasons are in \`test/opinions/\`.
`;
}

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
function formatTable(head, rows) {
  const all = [head, head.map(() => '---'), ...rows];
  return all.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n');
}
