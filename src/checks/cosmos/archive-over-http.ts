import { isJsonObject, type JsonValue } from '../../model/json.js';
import { createChild } from '../../net/abort.js';
import type { HttpAnswer, HttpConnection } from '../../net/http.js';
import type { ProbeContext } from '../../net/probe-context.js';
import { callNext } from '../http/calls.js';
import { parseAnswer } from '../json/body.js';
import { type Archive, type BlockAnswer, findArchive } from './archive.js';
import { readHeight } from './json.js';

/** As `findArchive`, over HTTP; `route` is the path of the block of a height. Null if the entry claims nothing. */
export async function findArchiveOverHttp(
  context: ProbeContext,
  connection: HttpConnection,
  route: (height: number) => string,
): Promise<Archive | null> {
  if (context.target.claimsArchive !== true) return null;
  const { signal, abort } = createChild(context.signal);
  const waitedFor = { ...context, signal };
  return findArchive(async (height) => {
    const outcome = await callNext(waitedFor, connection, async (used) => {
      const answer = await used.get({}, route(height));
      return answer.ok
        ? { kind: 'result' as const, value: answer.value }
        : { kind: 'problem' as const, problem: answer.failure };
    });
    return outcome.kind === 'result' ? readBlock(outcome.value, height) : null;
  }).finally(abort);
}

/** The beginning of an answer, which holds the text of an error. */
const errorBytes = 2_000;

/** Reads a block in the form of CometBFT, its gateways or the REST API, or the text of an error, whatever its status. */
function readBlock(answer: HttpAnswer, height: number): BlockAnswer {
  const value = parseAnswer(answer);
  const fields = isJsonObject(value) ? value : {};
  const { sdk_block: sdkBlock, block } = isJsonObject(fields['result']) ? fields['result'] : fields;
  const header = readField(sdkBlock ?? block, 'header');
  if (!isJsonObject(header)) return { refusal: answer.body.toString('latin1', 0, errorBytes) };
  // A proxy may drop the height, so that the newest block is answered.
  if (readHeight(header['height']) !== height) return null;
  return { isFirst: (readField(header['last_block_id'], 'hash') ?? '') === '' };
}

function readField(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) ? value[name] : undefined;
}
