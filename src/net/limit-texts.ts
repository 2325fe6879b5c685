/** How an answer says that it limits requests, and where that was seen. */
interface LimitText {
  readonly pattern: RegExp;
  readonly source: string;
}

/**
 * Limits have no code in common, neither in JSON-RPC nor in gRPC: only the wording distinguishes them. erpc and the RPC proxy of Reown keep
 * such lists too (erpc/erpc `architecture/evm/error_normalizer.go`, reown-com/blockchain-api `src/providers/mod.rs`).
 */
export const limitTexts: readonly LimitText[] = [
  { pattern: /rate[ _-]?limit/i, source: 'Kong: "API rate limit exceeded"; Envoy: "local_rate_limited"' },
  { pattern: /too many (?:concurrent )?requests/i, source: 'RFC 6585 section 4; Blast, Ankr' },
  {
    pattern: /(?:request|usage) limit\b/i,
    source: 'QuickNode -32007, wevm/viem#5083; 1RPC -32001, NodeReal',
  },
  { pattern: /limit exceeded/i, source: 'EIP-1474, -32005' },
  {
    pattern: /(?:requests?|rps|req\/s)[ a-z]* exceeded/i,
    source: 'Infura: "daily request count exceeded"; Chainstack',
  },
  {
    pattern: /exceeded [a-z ]*(?:limit|requests|capacity|compute units)/i,
    source: 'Alchemy 429; "exceeded the RPS limit"',
  },
  { pattern: /requests? (?:is |are )?limited to/i, source: 'BlockPI' },
  { pattern: /\bfree tier\b/i, source: 'dRPC code 30, enviodev/hyperindex#715' },
  { pattern: /\bquota\b/i, source: 'Google Cloud, Tatum' },
  { pattern: /throttl/i, source: 'AWS API Gateway' },
];

/** Whether an error's text says that its sender limits requests. */
export function mentionsLimit(text: string): boolean {
  return limitTexts.some(({ pattern }) => pattern.test(text));
}
