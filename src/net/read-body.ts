/** Reads a body up to a limit in bytes; null where there is more. Leaving the loop destroys the stream. */
export async function readBody(body: AsyncIterable<Uint8Array>, limitBytes: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limitBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
