/** How an answer says that its sender limits requests, and a source. */
interface LimitText {
  readonly pattern: RegExp;
  readonly source: string;
}

const erpc = 'erpc/erpc `architecture/evm/error_normalizer.go`';

/** Limits have no common code in JSON-RPC or gRPC: only the wording distinguishes them. */
export const limitTexts: readonly LimitText[] = [
  {
    pattern: /(?<!no )rate[ _-]?limit/i,
    source: 'Kong "API rate limit exceeded"; Envoy "local_rate_limited"',
  },
  { pattern: /too many (?:concurrent )?requests/i, source: 'RFC 6585 section 4' },
  {
    pattern: /(?:request|usage) limit\b/i,
    source: 'QuickNode -32007, wevm/viem#5083; 1RPC -32001 "usage limit for your current plan"; NodeReal',
  },
  { pattern: /(?<!gas )limit exceeded/i, source: 'EIP-1474, -32005' },
  { pattern: /\b(?:hourly|daily|monthly) (?:\w+ )?limit\b|\bhas exceeded\b/i, source: erpc },
  { pattern: /(?:requests?|rps|qps|rate)[ a-z]* exceeded/i, source: 'Infura "daily request count exceeded"' },
  {
    pattern: /exceeded [a-z ]*(?:limit|requests|capacity|compute units)/i,
    source: 'Alchemy "exceeded its compute units per second capacity"; Chainstack "exceeded the RPS limit"',
  },
  {
    pattern: /\bcapacity (?:limit|exceeded)\b|under too much load|\boverloaded\b/i,
    source: `${erpc}; Envoy "envoy overloaded"`,
  },
  { pattern: /requests? (?:is |are )?limited to/i, source: erpc },
  {
    pattern: /(?:timeout on|reached) the free (?:tier|plan)\b/i,
    source: `dRPC code 30, enviodev/hyperindex#715; ${erpc}`,
  },
  { pattern: /\bquota\b/i, source: erpc },
  {
    // With a maximum of 0, nobody may subscribe at all.
    pattern: /max_subscription\w* [1-9]\d* reached/i,
    source: 'CometBFT rpc/core/events.go, celestiaorg/celestia-node#2238',
  },
  {
    pattern: /too many (?:connections|subscriptions)|(?:server|system) (?:is )?busy/i,
    source: 'jsonrpsee -32006 and "Server is busy, try again later", paritytech/jsonrpsee#775',
  },
  {
    pattern: /maximum number of [a-z ]{0,40}(?:connections|subscriptions)/i,
    source: 'hiero-json-rpc-relay -32608, hiero-ledger/hiero-json-rpc-relay#896',
  },
  {
    pattern: /daily usage|query frequency|frequency limit|requests? too (?:quick|fast|frequent)/i,
    source: 'TronGrid, tronprotocol/tron-api#171',
  },
  {
    pattern:
      /credits? (?:are )?(?:limited|exhausted)|out of credits|limit (?:has been |was )?reached|you reached/i,
    source:
      'QuickNode "credits limited to 6000/sec", latticexyz/mud#1522; reown-com/blockchain-api `is_rate_limited_error_rpc_message`',
  },
  { pattern: /throttl/i, source: 'AWS API Gateway, ThrottlingException' },
];

export function mentionsLimit(text: string): boolean {
  return limitTexts.some(({ pattern }) => pattern.test(text));
}
