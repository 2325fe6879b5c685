import { STATUS_CODES } from 'node:http';
import { isJsonObject, type JsonValue } from '../model/json.js';
import { truncate } from '../model/text.js';
import { limits } from './limits.js';

/** What a server says for itself, in place of an answer. */
export interface Words {
  /** Truncated; empty if it says nothing. */
  readonly text: string;
  /** Whether it limits requests, by its words or a code of its own. */
  readonly isLimit: boolean;
}

/** Fields in which servers put their words, in any case and in the order of quoting. */
const wordFields = [
  'message',
  'errormessage',
  'error_message',
  'msg',
  'error',
  'errors',
  'detail',
  'details',
  'reason',
  'error_description',
  'description',
  'title',
  'data',
];
const codeFields = ['code', 'status', 'statuscode', 'error_code'];
/** Levels that are searched, and values of an array. */
const levels = 4;

/** Longest text that is a sentence, rather than a page. */
const longestSentence = 300;

/** HAProxy's page for every 503 of its own: without a server behind it, but also to a request that a rule denies with that status. */
const haproxyPage = /no server is available to handle this request/i;

/**
 * What proxies say without a server behind them. In turn: HAProxy; Traefik; Varnish; Envoy and Kubernetes; lighttpd, whose name for HTTP 503 this
 * is; Squid; Apache; Kong.
 */
const noBackend =
  /no server is available to handle this request|no available server|backend fetch failed|no healthy upstream|upstream connect error[^<]{0,80}|503 service not available|HTTP 503, lighttpd|connection to [^<>]{1,80} failed|could not reliably connect|failure to get a peer/i;

/** What else says that the node behind a proxy is down, in a sentence of its own. */
const nodeIsDown =
  /upstream|connect|dial|route|timeout|timed out|EOF|starting|shutting|not ready|down for|maintenance/i;

/** What gateways say in place of a node that its operator has taken down, some of them with HTTP 200. */
const maintenance = /\b(?:under|undergoing|in|for)(?: [a-z]{1,20})? maintenance\b/i;

/** Whether words say that the server behind a proxy does not answer, so that they report no limit even if it answers other calls. */
export function saysNodeIsDown(text: string): boolean {
  return (noBackend.test(text) && !haproxyPage.test(text)) || nodeIsDown.test(text);
}

/** Whether they are those of a proxy about the server behind it. */
export function saysNoBackend(text: string): boolean {
  return noBackend.test(text);
}

/** Whether they say that the node is down for maintenance. */
export function saysMaintenance(text: string): boolean {
  return maintenance.test(text);
}

/** Whether words speak of a batch of calls, so that what they refuse is the batch, whatever their code. */
export function saysBatch(text: string): boolean {
  return /\bbatch/i.test(text);
}

/** The words of a body: of any field if it is JSON, a sentence as it is, and of a page those that say that no server is behind it. */
export function readWords(body: Buffer | string | null, status: number, value = parse(body)): Words {
  if (value !== undefined) return readValue(value, status);
  const text = (typeof body === 'string' ? body : (body?.toString('utf8', 0, limits.pageBytes) ?? '')).trim();
  if (text.length <= longestSentence && !text.startsWith('<')) return readValue(text, status);
  const [said = ''] = noBackend.exec(text.replaceAll(/<[^>]*>/g, '')) ?? [];
  return { text: said.trim(), isLimit: false };
}

function parse(body: Buffer | string | null): JsonValue | undefined {
  if (body === null || body.length > limits.pageBytes) return undefined;
  try {
    return JSON.parse(body.toString()) as JsonValue;
  } catch {
    return undefined;
  }
}

function readValue(value: JsonValue, status: number): Words {
  // Beside an envelope of JSON-RPC, only its error counts.
  const isEnvelope = isJsonObject(value) && Object.hasOwn(value, 'jsonrpc');
  const texts = listTexts(isEnvelope ? { error: value['error'] ?? null } : value, levels);
  const limit = texts.find(mentionsLimit);
  const said = limit ?? texts.find((text) => !isReasonPhrase(text, status)) ?? '';
  return { text: said, isLimit: limit !== undefined || hasLimitCode(value) };
}

/** The words in a value, each truncated. */
function listTexts(value: JsonValue, depth: number): readonly string[] {
  if (typeof value === 'string') {
    const text = value.trim();
    return text === '' || text.startsWith('<') ? [] : [truncate(text)];
  }
  if (depth === 0 || value === null || typeof value !== 'object') return [];
  if (Array.isArray(value))
    return (value as readonly JsonValue[]).slice(0, levels).flatMap((item) => listTexts(item, depth - 1));
  const fields = readFields(value);
  return wordFields.flatMap((name) => listTexts(fields.get(name) ?? null, depth - 1));
}

function hasLimitCode(value: JsonValue): boolean {
  const fields = readFields(value);
  return codeFields.some((name) => ['429', 429].includes(fields.get(name) as number));
}

/** The fields of an object by their names in lower case. */
function readFields(value: JsonValue): ReadonlyMap<string, JsonValue> {
  return new Map(
    isJsonObject(value) ? Object.entries(value).map(([name, field]) => [name.toLowerCase(), field]) : [],
  );
}

/** Whether a text only names the HTTP status, as "403 Forbidden" or "404 page not found". */
function isReasonPhrase(text: string, status: number): boolean {
  const name = STATUS_CODES[status]?.toLowerCase() ?? '';
  const said = text
    .toLowerCase()
    .replace(/^(?:http )?(?:error )?\d{3}:? /, '')
    .replace('page ', '')
    .replace(/[.!]$/, '');
  return said === name || said === String(status);
}

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

/**
 * The block height of a request and of its response: GRPCBlockHeightHeader in types/grpc/headers.go of the Cosmos SDK, read and set for every
 * query in baseapp/grpcserver.go.
 */
export const heightField = 'x-cosmos-block-height';

/** The height in a field; null if there is none. */
export function parseHeight(text: string): number | null {
  const height = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
  return Number.isSafeInteger(height) ? height : null;
}

/**
 * Why a node does not answer for a height: it no longer has the state (`gone`: pruned, or never there), or not yet. Null for any other status.
 * The SDK has no codes for these, so their wording decides: createQueryContext in baseapp/abci.go and CacheMultiStoreWithVersion in
 * store/iavl/store.go, from 0.45 to 0.53; and CometBFT's rpc/core/env.go, behind some proxies. Nor have EVM nodes: geth, older geth, Nethermind, Besu,
 * reth, and others in erpc/erpc `architecture/evm/util.go`; all of them "pruned history unavailable" (EIP-4444).
 */
export function classifyHeightRefusal({ details }: { readonly details: string }): 'gone' | 'not-yet' | null {
  if (/height in the future|must be less than or equal to the current/i.test(details)) return 'not-yet';
  return goneWords.test(details) ? 'gone' : null;
}

const goneWords =
  /failed to load state at height|version does not exist|version mismatch|lowest height is|historical state .{0,80}not available|missing trie node|no state available|world state unavailable|\bis pruned|pruned history|no historical rpc|trie does not|header not found|unknown block|could not find block|block not found/i;

/** The lowest height that such a refusal names, as CometBFT's rpc/core/env.go words it, which the Cosmos SDK passes on; null if it names none. */
export function parseLowestHeight(details: string): number | null {
  const [, height = ''] = /lowest height is (\d+)\b/.exec(details) ?? [];
  return parseHeight(height);
}
