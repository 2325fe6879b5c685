import type { ServerResponse } from 'node:http';
import type { Body } from './reply.js';
import { SlicedWork } from './sliced-work.js';

/** Bytes written at once: the kernel accepts some megabytes, and copying these for hundreds of clients would take a second. */
const pieceSize = 256 << 10;

/** Sends the body of an answer whose head is written, and ends the answer. Large bodies are sent in pieces, taking turns with other connections. */
export async function sendBody(outgoing: ServerResponse, body: Body): Promise<void> {
  if (typeof body === 'string' || body.length <= pieceSize || outgoing.req.method === 'HEAD') {
    outgoing.end(body);
    return;
  }
  const work = new SlicedWork();
  for (let at = 0; at < body.length; at += pieceSize) {
    await work.takeTurn();
    // Without its connection, the answer would get no further events.
    if (outgoing.destroyed) return;
    if (!outgoing.write(body.subarray(at, at + pieceSize))) await waitForDrain(outgoing);
  }
  outgoing.end();
}

/** Resolves when the connection accepts more, or has closed. */
function waitForDrain(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      outgoing.off('drain', end);
      outgoing.off('close', end);
      resolve();
    };
    outgoing.on('drain', end);
    outgoing.on('close', end);
  });
}
