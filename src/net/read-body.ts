/** A body, or the beginning of one that exceeds the limit. */
export interface ReadBody {
  readonly bytes: Buffer;
  readonly isWhole: boolean;
}

/** Reads a body up to `limitBytes`. Leaving the loop destroys the stream. */
export async function readBody(body: AsyncIterable<Uint8Array>, limitBytes: number): Promise<ReadBody> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limitBytes) return { bytes: Buffer.concat(chunks), isWhole: false };
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), isWhole: true };
}
