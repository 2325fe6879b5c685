import type { Command } from 'commander';
import type { Readable, Writable } from 'node:stream';
import type { RawOptions } from '../engine/options/option-rows.js';

export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number; readonly fd?: number };

export interface Io {
  readonly stdin: Readable;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly self: readonly string[];
  /** Calls back when the user interrupts the program; returns a function that stops listening. */
  readonly onInterrupt: (callback: () => void) => () => void;
  /** Calls back when the terminal is closed or somebody sends SIGHUP, which then no longer ends the program. */
  readonly onHangup: (callback: () => void) => void;
}

export interface CommandLine {
  /** The usage errors so far: further ones are reported with them. */
  readonly usageErrors: readonly string[];
  /** All commands, with their options. */
  readonly program: Command;
  /** False if the command was not named, and is run as the default. */
  readonly isNamed: boolean;
}

/** Runs a command. Resolves to the exit status; rejects with a UsageError, or if the program itself fails. */
export type RunCommand = (
  args: readonly string[],
  raw: RawOptions,
  line: CommandLine,
  io: Io,
) => Promise<number>;

/** The width of a terminal, in columns; null for anything else. Terminals that don't know theirs report 0 (`script`, some containers). */
export function readColumns({ isTTY, columns = 0 }: Output): number | null {
  if (isTTY !== true) return null;
  return columns > 0 ? columns : 80;
}

/** Writes a string and waits until it is flushed. A reader that has gone away (a closed pipe) is not an error. */
export async function writeText(output: Output, text: string): Promise<void> {
  await writeForReader(output, text);
}

/** Writes as `writeText` does; resolves to false if the reader has gone away. */
export function writeForReader(output: Output, text: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    output.write(text, (error) => {
      if (error == null) resolve(true);
      else if ((error as NodeJS.ErrnoException).code === 'EPIPE') resolve(false);
      else reject(error);
    });
  });
}

/** Reads a stream to its end, or its first `limitBytes` bytes; the rest is left unread. */
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

/** Quotes an argument for a POSIX shell. */
export function quoteForShell(argument: string): string {
  return /^[\w.+/:@%,-][\w.+/:=@%,-]*$/.test(argument)
    ? argument
    : `'${argument.replaceAll("'", String.raw`'\''`)}'`;
}
