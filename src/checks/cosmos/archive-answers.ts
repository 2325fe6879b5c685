import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.js';
import type { Problem } from '../../model/rule.js';
import { readLowestState } from '../../net/grpc/node-status.js';
import type { FailedOutcome } from '../http/calls.js';
import type { ArchiveAnswer } from './archive.js';
import { readHeight } from './json.js';

/** A query of CometBFT for `cosmos.base.node.v1beta1.Service/Status`, and one for state of a height. */
export const statusQuery = '/cosmos.base.node.v1beta1.Service/Status';
export const stateQuery = '/cosmos.bank.v1beta1.Query/Params';

/** The outcome of a request for JSON. */
export type JsonOutcome = { readonly kind: 'result'; readonly value: JsonObject } | FailedOutcome<Problem>;

/** Reads the block of a height, in the form of CometBFT or of the REST API. */
export function readArchiveBlock(
  outcome: JsonOutcome,
  height: number,
): ArchiveAnswer<{ readonly isFirst: boolean }> {
  if (outcome.kind === 'problem') return readArchiveRefusal(outcome);
  const { block, sdk_block: sdkBlock } = outcome.value;
  const header = readField(sdkBlock ?? block, 'header');
  if (!isJsonObject(header)) return unread(`block ${height} is answered without a block`);
  // A proxy may drop the height, so that the newest block is answered.
  return readHeight(header['height']) === height
    ? { isFirst: (readField(header['last_block_id'], 'hash') ?? '') === '' }
    : unread(`block ${height} is answered with another one`);
}

/** The answer to an `abci_query` of state (https://docs.cometbft.com/v0.38/rpc/#/ABCI/abci_query). */
export function readStateQuery(outcome: JsonOutcome): ArchiveAnswer<{ readonly hasState: true }> {
  if (outcome.kind === 'problem') return readArchiveRefusal(outcome);
  const { response } = outcome.value;
  const { code = 0, log } = isJsonObject(response) ? response : {};
  return code === 0 ? { hasState: true } : { refusal: typeof log === 'string' ? log : '' };
}

/** The lowest height with state, of the answer to such a query; null if there is none. */
export function readStatusQuery(outcome: JsonOutcome): number | null {
  const response = outcome.kind === 'result' ? outcome.value['response'] : null;
  const value = readField(response, 'value');
  return typeof value === 'string' ? readLowestState(Buffer.from(value, 'base64')) : null;
}

/** A node refuses in its own words; any other problem is none of the node. */
export function readArchiveRefusal({ problem }: FailedOutcome<Problem>): ArchiveAnswer<never> {
  const { detail, details } = problem.data;
  if (problem.code.endsWith('/rpc-error')) return { refusal: String(detail) };
  return problem.code.endsWith('/node-error') ? { refusal: String(details) } : { problem };
}

function unread(detail: string): ArchiveAnswer<never> {
  return { problem: { code: 'archive', data: { detail } } };
}

function readField(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) ? value[name] : undefined;
}
