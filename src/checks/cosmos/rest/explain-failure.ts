import { isJsonObject } from '../../../model/json.js';
import { truncate } from '../../../model/truncate.js';
import type { ProbeContext } from '../../../net/probe-context.js';
import { callAlone } from '../../http/calls.js';
import { appendPath } from '../../url/http-url.js';
import { type Listing, nameOtherKind } from '../../http/identify.js';
import { parseAnswer } from '../../json/body.js';
import type { Problem } from '../../../model/rule.js';

/** How long the search for the old REST API may take, in addition to the check itself. */
const legacyMs = 2_000;

/** The problem of an endpoint that answers no route: which other kind it is, or that it is the REST API of an old node. */
export async function explainFailure(
  context: ProbeContext,
  problem: Problem,
  listing: Listing,
): Promise<Problem> {
  const { code } = problem;
  if (code === 'http/status' || code === 'rest/method-missing') {
    const chainId = await findLegacyApi(context);
    if (chainId !== null) return { code: 'rest/legacy-api', data: { chainId } };
  }
  return nameOtherKind(context, problem, listing);
}

/**
 * The chain id that the REST API before Cosmos SDK 0.40 reports at /node_info (cosmos-sdk 0.39, `client/rpc/status.go`), null if it is no such
 * node.
 */
async function findLegacyApi(context: ProbeContext): Promise<string | null> {
  const outcome = await callAlone(
    context,
    async ({ get }) => {
      const answer = await get({}, appendPath(context.target.path, '/node_info'));
      return { kind: 'result', value: answer.ok ? parseAnswer(answer.value) : null } as const;
    },
    legacyMs,
  );
  const value = outcome.kind === 'result' && isJsonObject(outcome.value) ? outcome.value : {};
  const info = value['node_info'];
  if (!isJsonObject(info)) return null;
  return typeof info['network'] === 'string' ? truncate(info['network']) : '';
}
