/** @typedef {import('../test/faults/fault.js').Fault} Fault */
/** @typedef {import('../test/opinions/clients.js').ClientName} ClientName */

/**
 * The page of what other clients make of the faults and of real nodes.
 * @param {readonly Fault[]} faults
 * @param {import('../test/opinions/opinions.js').Opinions} opinions
 * @param {typeof import('../test/opinions/clients.js')} clientTable
 * @param {typeof import('../test/opinions/differences.js')} differenceTable
 * @param {readonly import('../test/nodes/peer-states.js').PeerState[]} states
 */
export function describeOpinions(
  faults,
  { versions, outcomes },
  { clients, listClients },
  { differences, inconclusiveReasons },
  states,
) {
  const probed = faults.filter(({ verdict }) => verdict !== 'invalid');
  /** @type {ClientName[]} */
  // @ts-expect-error -- the keys of an object have no narrower type
  const names = Object.keys(clients);
  const rows = names.flatMap((name) =>
    clients[name].kinds.map((kind) => {
      const judged = probed.filter((fault) => fault.kind === kind && fault.verdict !== 'inconclusive');
      const agreed = judged.filter(
        (fault) => (outcomes[kind][fault.name]?.[name] === 'ok') === (fault.verdict === 'pass'),
      );
      const { use } = clients[name];
      return [`${name} ${versions[name]}`, kind, use, `${agreed.length} of ${judged.length}`];
    }),
  );
  const reasonRows = differences.map(({ kind, clients: own, faults: named, why }) => {
    const verdicts = new Set(
      named.map((name) => probed.find((fault) => fault.kind === kind && fault.name === name)?.verdict),
    );
    return [kind, named.join('; '), [...verdicts].join(', '), own.join(', '), why];
  });
  const stateRows = states
    .filter(({ why }) => why !== null)
    .map(({ kind, name, verdict, passes, why }) => {
      const others = listClients(kind).map(
        (client) => `${client} ${passes.includes(client) ? 'succeeds' : 'fails'}`,
      );
      return [kind, name, verdict, others.join(', '), why ?? ''];
    });
  const inconclusive = probed.filter(({ verdict }) => verdict === 'inconclusive');
  const inconclusiveRows = Object.entries(inconclusiveReasons).map(([rule, why]) => {
    const count = inconclusive.filter(({ rules }) => rules.at(-1) === rule).length;
    return [`[${rule}](rules.md#${rule.replace('/', '')})`, String(count), why];
  });
  return `# Second opinions

Would the program that you use agree? Other clients run against every server of [Failures](failures.md), each at a server of its own, as
people use them: they succeed, or end with an error. A client agrees where it succeeds and the verdict is \`pass\`, or fails and the verdict is \`fail\`.

\`node scripts/record-opinions.js\` runs them and records what came of it in \`test/faults/opinions.json\`, from which \`npm run generate\`
generates this page; \`npm test\` holds that each difference is listed here with its reason, and that none is listed that is no more.
\`npm run test:nodes\` runs the same clients again, and against real nodes.

## The clients

${formatTable(['client', 'kind', 'what it does', 'agrees on'], rows)}

## Where they differ

${formatTable(['kind', 'endpoint', 'verdict', 'these differ', 'why the verdict stands'], reasonRows)}

## Where the verdict is inconclusive

No result of a client proves these endpoints right or wrong.

${formatTable(['rule', 'endpoints', 'why'], inconclusiveRows)}

## On real nodes

On healthy nodes (Cosmos SDK 0.53 and 0.50, anvil), directly and behind nginx with TLS, all clients agree. In these states, they differ:

${formatTable(['kind', 'state of a real node', 'verdict', 'clients', 'why the verdict stands'], stateRows)}
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
