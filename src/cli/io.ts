import type { Readable, Writable } from 'node:stream';

/** A stream that text is written to, and what is known of what it shows on. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** All that the program takes from the process that it runs in. */
export interface Io {
  readonly stdin: Readable;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The command that runs this program: an executable and its first arguments. */
  readonly self: readonly string[];
  /** Calls back when the user asks the program to end; returns how to stop listening. */
  readonly onInterrupt: (callback: () => void) => () => void;
}

/** Writes text and waits until it is taken. A reader that has gone away (a closed pipe) is no error. */
export function writeText(output: Output, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(text, (error) => {
      if (error == null || (error as NodeJS.ErrnoException).code === 'EPIPE') resolve();
      else reject(error);
    });
  });
}

/** Writes lines, those of one turn of the event loop at once: a write for each takes longer than to make it. */
export class LineWriter {
  readonly #output: Output;
  #waiting = '';

  constructor(output: Output) {
    this.#output = output;
  }

  /** Takes a line with its line feed. */
  add(line: string): void {
    if (this.#waiting === '') setImmediate(() => void this.flush().catch(() => undefined));
    this.#waiting += line;
  }

  /** Writes what waits; resolves when it is taken, and all that was written before. */
  flush(): Promise<void> {
    const text = this.#waiting;
    this.#waiting = '';
    return writeText(this.#output, text);
  }
}

/** Reads a stream to its end, or until it has given this many bytes; the rest is left unread. */
export async function readAtMost(input: Readable, limitBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of input as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= limitBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, limitBytes);
}
