import type { RuleProblem } from '../../model/rule.js';

/** Why a node refuses a search of which a part may succeed. */
export type RangeLimit =
  /** It spans more blocks than the node allows, at all or at most; `stated` holds the numbers in its message that may be its limit. */
  | { readonly kind: 'too-many-blocks'; readonly stated: readonly number[] }
  /** These blocks have too much: others in their number may do. */
  | { readonly kind: 'too-much' }
  /** The node's chain does not have the blocks, as one of several nodes at an address that is behind the others. */
  | { readonly kind: 'beyond-head' };

/**
 * Why a node refuses a search because of its range or its result; null for any other problem. There is no code for this: -32005, -32602, -32000, -32614,
 * -32701 and others are used, all for other errors too, and each vendor has its own message.
 */
export function readRangeLimit({ code, data }: RuleProblem): RangeLimit | null {
  switch (code) {
    case 'net/response-too-large':
      return { kind: 'too-much' };
    case 'http/status':
      // Content too large (RFC 9110 section 15.5.14).
      return data['status'] === 413 ? { kind: 'too-much' } : null;
    case 'http/upstream-down':
      return data['detail'] === 'HTTP 504' ? { kind: 'too-much' } : null;
    // Messages about the range may add that a key lifts the limit.
    case 'evm/key-required':
    case 'evm/rpc-error':
    case 'net/rate-limited':
      return readMessage(typeof data['detail'] === 'string' ? data['detail'] : '');
    default:
      return null;
  }
}

function readMessage(detail: string): RangeLimit | null {
  if (headMessage.test(detail)) return { kind: 'beyond-head' };
  if (rateMessage.test(detail) || otherMessage.test(detail)) return null;
  if (!rangeMessage.test(detail) && !/^error -32005\b/.test(detail)) return null;
  return sizeMessage.test(detail)
    ? { kind: 'too-much' }
    : { kind: 'too-many-blocks', stated: listNumbers(detail) };
}

/** Limits of the request rate, which a smaller range does not avoid. */
const rateMessage =
  /rate.?limit|too many requests|requests? (?:per|in \d)|per (?:second|minute|day)|quota|throttl|compute units|capacity/i;

/** Geth "block range extends beyond current head block"; Nethermind "requested block ... is after the last block". */
const headMessage =
  /beyond (?:the )?(?:current |latest )?(?:head|block)|(?:after|higher than|greater than) (?:the )?(?:last|latest|head|current) block/i;
/** Geth "invalid block range params"; nodes that keep no old events: "pruned". */
const otherMessage = /invalid block range|pruned/i;

/** Too many events, too large an answer or too long a search. */
const sizeMessage =
  /(?:more than|over|cap of) [\d,]+k? ?(?:results|logs|events|entries)|too many (?:results|logs|events|entries)|(?:log|response|result|body)s? (?:response )?(?:size|set|count)\b|(?:response|result|body) (?:is )?too|logs matched|time(?:d )?-?out|deadline exceeded|took too long/i;

/**
 * The numbers after words of a limit: "limited to a 10,000 range", "up to 2K blocks", "maximum is set to 5000", "ranges over 10000 blocks"; and the
 * width of a range that is offered: "this block range should work: [0x1, 0xa]".
 */
function listNumbers(detail: string): number[] {
  const text = detail.replace(/^error -?\d+: /, '').replace(/0x[\da-f]+/gi, '');
  const matches = text.matchAll(
    /(?:limit|max|up to|exceed|over|than|distance|allowed|set to|within)[^\d\n]{0,30}(?:0 ?- ?)?(\d[\d,_]*)(?: ?(k)\b)?/gi,
  );
  const stated = [...matches].map(([, digits = '', thousands]) => {
    return Number(digits.replace(/\D/g, '')) * (thousands === undefined ? 1 : 1_000);
  });
  const [, from, to] = /should work: \[(0x[\da-f]{1,13}), (0x[\da-f]{1,13})\]/i.exec(detail) ?? [];
  return from === undefined ? stated : [...new Set([...stated, Number(to) - Number(from) + 1])];
}

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
    'limit exceeded|exceeds? (?:the |server )?limit',
    '(?:query|request|execution) (?:timed? ?out|timeout)|context deadline exceeded|took too long',
  ].join('|'),
  'i',
);
