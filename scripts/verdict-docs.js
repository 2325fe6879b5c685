/** @typedef {import('../src/engine/chain/judge-chains.js').ChainMember} ChainMember */
/** @typedef {import('../src/model/rule.js').WordedRule} Rule */

/**
 * One endpoint of an example: what it reports, and what its file claims.
 * @typedef {{ kind?: 'grpc' | 'evm', id: string | null, then?: string, claim?: string, chain?: string, height?: number, ageS?: number, unchanged?: boolean }} Endpoint
 */

/** @type {readonly (readonly [title: string, endpoints: readonly Endpoint[]])[]} */
const examples = [
  ['Two agree and one differs: it alone is blamed', [{ id: 'main-1' }, { id: 'main-1' }, { id: 'test-1' }]],
  ['One against one: nobody knows which is wrong', [{ id: 'main-1' }, { id: 'test-1' }]],
  ['One that gave no id does not count', [{ id: 'main-1' }, { id: null }, { id: 'test-1' }]],
  [
    'A claim decides: `wrong-chain` blames the one that differs, agreement is not needed',
    [
      { id: 'main-1', claim: 'main-1' },
      { id: 'test-1', claim: 'main-1' },
    ],
  ],
  [
    'A claim that nobody confirms and two contradict together: the claim is wrong, not the endpoints',
    [
      { id: 'new-2', claim: 'old-1' },
      { id: 'new-2', claim: 'old-1' },
    ],
  ],
  [
    'A pull request (`--since`) adds an endpoint of the testnet: the endpoints that were there decide',
    [{ id: 'main-1', unchanged: true }, { id: 'main-1', unchanged: true }, { id: 'test-1' }],
  ],
  [
    'The EVM chain id of `kava_2222-10` is 2222',
    [{ id: 'kava_2222-10' }, { id: 'kava_2222-10' }, { kind: 'evm', id: '1' }],
  ],
  [
    'A load balancer over two chains: it counts for neither',
    [{ id: 'main-1', then: 'test-1' }, { id: 'main-1' }],
  ],
  [
    'Two chains of the registry whose endpoints serve the same one',
    [
      { id: 'main-1', chain: 'main' },
      { id: 'main-1', chain: 'test' },
    ],
  ],
  [
    'One is behind',
    [
      { id: 'main-1', height: 5_000, ageS: 4 },
      { id: 'main-1', height: 4_100, ageS: 5_400 },
    ],
  ],
  [
    'A chain that has halted, or makes no empty blocks: none is behind, and the old head is held against none',
    [
      { id: 'main-1', height: 5_000, ageS: 90_000 },
      { id: 'main-1', height: 5_000, ageS: 90_000 },
    ],
  ],
];

/**
 * The page on how a verdict comes about, from the rules and the judges themselves.
 * @param {readonly Rule[]} rules
 * @param {typeof import('../src/engine/chain/judge-chains.js')} chains
 */
export function describeVerdicts(rules, { judgeChains }) {
  const link = (/** @type {string} */ code) => `[${code}](rules.md#${code.replace('/', '')})`;
  const inconclusive = rules.filter((rule) => rule.inconclusive === true && !rule.code.startsWith('query/'));
  return `# How a verdict comes about

An endpoint fails only for what a user of it would meet too. [README](../README.md#what-a-result-means) has the five verdicts,
[Troubleshooting](troubleshooting.md) goes by what you see.

## What is never held against an endpoint

This machine's own faults, and limits that others don't reach:

- Inconclusive: ${inconclusive.map(({ code }) => link(code)).join(', ')}.
- Retried before it counts, with a growing pause or after \`Retry-After\`: what [Rules](rules.md) marks as *retried*.
- If all names of a run fail, it checks its own name servers and routes first.
- HTTP 503 is a limit if another call to the same proxy was answered in the run: nginx limits so.

## Limits, however they are worded

Neither JSON-RPC nor gRPC has one code for a limit, so the wording decides, such as Kong's "API rate limit exceeded" or Alchemy's "exceeded its compute
units per second capacity". [src/net/limit-texts.ts](../src/net/limit-texts.ts) has all wordings of some fifteen providers and gateways, with their
sources. Each is [net/rate-limited](rules.md#netrate-limited), as are HTTP 429, 402 without a price, RESOURCE_EXHAUSTED and the codes -32005, -32029 and 429.

## The endpoints of one chain vouch for each other

Few files claim a chain id, so the endpoints of a chain are compared with each other; those with the same address count once. Examples, with what each endpoint
reports, and what is found:

${examples.map(([title, endpoints]) => describeExample(title, endpoints, judgeChains)).join('\n')}
`;
}

/**
 * @param {string} title
 * @param {readonly Endpoint[]} endpoints
 * @param {typeof import('../src/engine/chain/judge-chains.js').judgeChains} judgeChains
 */
function describeExample(title, endpoints, judgeChains) {
  const members = endpoints.map((endpoint, index) => ({ ...toMember(endpoint, index), endpoint }));
  const { problems, outvoted, explained } = judgeChains(members);
  const reports = members.map((member) => {
    const { kind = 'grpc', id, then, claim, chain, height, ageS, unchanged } = member.endpoint;
    const found = problems.flatMap((one) => (one.member === member ? `\`${one.problem.code}\`` : []));
    if (claim !== undefined && id !== claim)
      found.push(outvoted.has(member) ? '`chain/claim-outvoted`' : `\`${kind}/wrong-chain\``);
    if (ageS !== undefined && ageS > 3_600 && !explained.has(member)) found.push(`\`${kind}/stale\``);
    const details = [
      ...(chain === undefined ? [] : [`listed for ${chain}`]),
      ...(kind === 'grpc' ? [] : [kind]),
      ...(then === undefined ? [] : [`then ${then}`]),
      ...(unchanged === true ? ['was there before'] : []),
      ...(claim === undefined ? [] : [`claimed ${claim}`]),
      ...(height === undefined ? [] : [`block ${height}, ${ageS ?? ''} s old`]),
    ];
    const detail = details.length === 0 ? '' : ` (${details.join(', ')})`;
    return `${id ?? 'no id'}${detail}${found.length === 0 ? '' : ` → ${found.join(', ')}`}`;
  });
  return `- **${title}**: ${reports.join('; ')}.`;
}

/**
 * @param {Endpoint} endpoint
 * @param {number} index
 * @returns {ChainMember}
 */
function toMember(
  { kind = 'grpc', id, then, claim, chain = 'main', height, ageS = 0, unchanged = false },
  index,
) {
  const now = Date.UTC(2026, 0, 1);
  return {
    file: `chain/${chain}/param.json`,
    chain,
    kind,
    address: String(index),
    claim: claim === undefined ? null : { chainId: claim, field: 'chain_id_cosmos', derived: false },
    facts: {
      chainId: id,
      otherChainId: then ?? null,
      blockHeight: height ?? null,
      blockTime: height === undefined ? null : new Date(now - ageS * 1_000).toISOString(),
    },
    probedMs: { earliest: now, latest: now },
    unchanged,
  };
}
