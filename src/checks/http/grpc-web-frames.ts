import { formatAmount } from '../../model/amount.js';
import { limits } from '../../net/limits.js';

export interface Frames {
  readonly messages: readonly Buffer[];
  /** Names in lower case; null if no trailers follow the messages. */
  readonly trailers: ReadonlyMap<string, string> | null;
}

/** The header fields of a request in the binary form that a server must allow to pages: @improbable-eng/grpc-web and connect-web send them. */
export const pageFields = { 'content-type': 'application/grpc-web+proto', 'x-grpc-web': '1' } as const;

/** All header fields of such a request; pages may send `accept` to any origin. */
export const grpcWebFields = { ...pageFields, accept: pageFields['content-type'] } as const;

/** The flags and the length of a frame. */
const headBytes = 5;
const trailerFlag = 0x80;
const compressedFlag = 0x01;

/** Why an answer is malformed; `isCutOff` if it ends within a frame. */
export interface Malformation {
  readonly reason: string;
  readonly isCutOff?: true;
}

const cutOff = (reason: string): Malformation => ({ reason, isCutOff: true });

/** A second message is an error already, so no more are kept. */
const mostMessages = 2;

/** Length-prefixed frames, the last with the trailers as lines of HTTP/1.1 (https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-WEB.md). */
export function readFrames(body: Buffer): Frames | Malformation {
  const messages: Buffer[] = [];
  let trailers: ReadonlyMap<string, string> | null = null;
  for (let at = 0; at < body.length;) {
    if (trailers !== null) return { reason: 'more frames after the trailers' };
    const available = body.length - at - headBytes;
    if (available < 0)
      return cutOff(`a frame header of ${formatAmount(body.length - at, 'byte')} instead of ${headBytes}`);
    const flags = body.readUInt8(at);
    const length = body.readUInt32BE(at + 1);
    // Checked first: the length of something else than a frame means nothing.
    if ((flags & ~(trailerFlag | compressedFlag)) !== 0)
      return { reason: `a frame with the unknown flags 0x${flags.toString(16).padStart(2, '0')}` };
    if (length > available)
      return cutOff(`a frame of ${formatAmount(length, 'byte')}, of which ${available} arrived`);
    if ((flags & compressedFlag) !== 0)
      return { reason: 'a compressed frame, though the request allows no compression' };
    at += headBytes + length;
    const content = body.subarray(at - length, at);
    if ((flags & trailerFlag) === 0) {
      messages.push(content);
      if (messages.length === mostMessages) return { reason: 'more than one message' };
      continue;
    }
    if (length > limits.httpHeaderBytes)
      return { reason: `trailers of ${formatAmount(length, 'byte')}, more than ${limits.httpHeaderBytes}` };
    trailers = readTrailers(content.toString('utf8'));
    if (trailers === null) return { reason: 'trailers that are not lines of "name: value"' };
  }
  return { messages, trailers };
}

/** The fields of trailers; the last one of a name counts. Null if a line is not a field. */
function readTrailers(text: string): ReadonlyMap<string, string> | null {
  const lines = text.split(/\r?\n/).filter((line) => line !== '');
  const fields = lines.map((line) => /^([^\s:]+):(.*)$/s.exec(line));
  return fields.includes(null)
    ? null
    : new Map(fields.map((field) => [field?.[1]?.toLowerCase() ?? '', field?.[2]?.trim() ?? '']));
}

/** Parts of a text with their own padding; a correct answer has two. */
const mostParts = 1_000;

/** The bytes of an answer in base64, whose frames may each be padded (PROTOCOL-WEB, "Message framing"); null if it is anything else. */
export function decodeText(body: Buffer): Buffer | null {
  const text = body.toString('latin1').replace(/\s+/g, '');
  if (!/^[A-Za-z\d+/=]*$/.test(text)) return null;
  // One by one, since Node stops at the first padding.
  const parts = text.split(/=+/, mostParts + 1);
  return parts.length > mostParts ? null : Buffer.concat(parts.map((part) => Buffer.from(part, 'base64')));
}
