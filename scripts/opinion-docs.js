/** @typedef {import('../test/faults/fault.js').Fault} Fault */
/** @typedef {import('../test/opinions/clients.js').ClientName} ClientName */
/** @typedef {import('../test/opinions/differences.js').Difference} Difference */

/** How many endpoints of a difference are named. */
const namedEndpoints = 3;

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
  const clientRows = counts.map(({ name, agreed, all }) => {
    const { kinds, use } = clients[name];
    return [`${name} ${versions[name]}`, kinds.join(', '), use, `${agreed} of ${all}`];
  });
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

Would the program that you use agree? Other clients, as people use them, are shown every faulty server of \`test/faults/\`, each at a server of its
own. A client agrees if it succeeds where the verdict is \`pass\`, and fails where it is \`fail\`. In ${all} comparisons they agree
${agreed} times. The differences below are those that surprise.

## It passes, and these fail

${formatTable(['endpoint', 'these fail', 'why it passes'], rowsOf('pass'))}

## It fails, and these succeed

${formatTable(['endpoint', 'these succeed', 'why it fails'], rowsOf('fail'))}

## The clients

${formatTable(['client', 'kinds', 'what it does', 'agrees on'], clientRows)}

On healthy nodes (Cosmos SDK 0.53 and 0.50, anvil), directly and behind nginx with TLS, all of them succeed. Where the verdict is
\`inconclusive\`, no result of a client proves the endpoint right or wrong: they report a rate limit like any other error.

Every outcome is in \`test/faults/opinions.json\`, every difference with its reason in \`test/opinions/\`: \`npm test\` fails where one has
none. \`node scripts/record-opinions.js\` records the outcomes again.
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
