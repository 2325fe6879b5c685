import type { JsonRpcOutcome } from '../../../checks/evm/json-rpc.js';

type CallProblem = (JsonRpcOutcome & { readonly kind: 'problem' })['problem'];

/**
 * True if a node refuses a search because its range or its result is too large, so that half of it may succeed. There is no code for
 * this: -32005, -32602, -32000, -32614, -32701 and others are used, all for other errors too, and each vendor has its own message.
 */
export function isRangeLimitError(problem: CallProblem): boolean {
  switch (problem.code) {
    case 'net/response-too-large':
      return true;
    case 'http/status':
      // Content too large (RFC 9110 section 15.5.14).
      return problem.data.status === 413;
    case 'http/upstream-down':
      return problem.data.detail === 'HTTP 504';
    case 'net/rate-limited':
      return isAboutRange(problem.data.detail);
    case 'evm/rpc-error':
      return isAboutRange(problem.data.detail);
    case 'evm/key-required':
      // Messages about the range may add that a key lifts the limit.
      return isAboutRange(problem.data.detail);
    default:
      return false;
  }
}

function isAboutRange(detail: string): boolean {
  return !rateMessage.test(detail) && (rangeMessage.test(detail) || /^error -32005\b/.test(detail));
}

/** Limits of the request rate, which a smaller range does not avoid. */
const rateMessage =
  /rate.?limit|too many requests|requests? (?:per|in \d)|per (?:second|minute|day)|quota|throttl|compute units|capacity/i;

const rangeMessage = new RegExp(
  [
    // Geth, Infura, Erigon: "query returned more than 10000 results"; Ankr: "too many results"; others: "too many logs".
    'more than \\d+ (?:results|logs|blocks)',
    'too many (?:results|logs|blocks|events|entries)',
    // Alchemy, QuickNode, BSC, Polygon, Cosmos EVM: "block range", "eth_getLogs is limited to a 10,000 range", "exceed maximum block range".
    '(?:block|blocks) ?range',
    'range (?:is |of blocks )?(?:too|exceed|over|greater|larger|limit)',
    '(?:limited|limit|up) to (?:a )?[\\d,]+ ?k?(?: blocks?)?(?: range)?',
    '(?:exceed|maximum|max|over)\\w* (?:is )?(?:the )?(?:allowed )?(?:block|range|from|distance|result|response|log)',
    'maximum (?:is set to|\\[from, to\\])',
    'blocks? distance|distance (?:too|is|between)',
    '(?:log|logs|response|result|query) (?:response )?(?:size|set|count)\\b',
    '(?:response|result|query|request|range|body)\\w* (?:is )?too (?:large|big|wide|long|broad)',
    'limit exceeded|exceeds? (?:the )?limit',
    '(?:query|request|execution) (?:timed? ?out|timeout)|context deadline exceeded|took too long',
  ].join('|'),
  'i',
);
