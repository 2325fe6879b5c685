import { flag, type OptionType } from './option-type.js';

/** Where options are set: a command, the Action's inputs, the library's objects of options. `probe` is the command of each kind, `queryPages` that of a route with pages. */
export type Face =
  | 'check'
  | 'probe'
  | 'add'
  | 'remove'
  | 'history'
  | 'query'
  | 'queryPages'
  | 'smoke'
  | 'serve'
  | 'exporter'
  | 'merge'
  | 'demo'
  | 'action'
  | 'library'
  | 'libraryRegistry';

export interface Wording {
  readonly text?: string;
  /** Null for none. */
  readonly default?: string | null;
  /** This option needs one of these; the hint says what to write. */
  readonly needs?: { readonly oneOf: readonly string[]; readonly hint?: string };
  /** This option cannot be set with these; the reason says why. An exclusion stands at one of the two. */
  readonly excludes?: { readonly options: readonly string[]; readonly reason?: string };
}

/** An option: its type, its default as users write it, its texts for help and docs, and the faces that have it. */
export interface OptionRow extends Wording {
  readonly type: OptionType<unknown>;
  readonly text: string;
  readonly faces: readonly Face[];
  /** Its name once it is read, and in the library; its own name by default. */
  readonly field?: string;
  readonly short?: string;
  /** What other tools call it, in kebab-case: near in meaning, not in spelling. */
  readonly otherNames?: readonly string[];
  /** The text of `--no-…`, which is false; a switch whose default is true has only this form on the command line. */
  readonly negative?: string;
  /** Whether the text includes the default. */
  readonly saysDefault?: true;
  readonly hidden?: true;
  readonly at?: Partial<Readonly<Record<Face, Wording>>>;
}

/** A switch. */
export const off = { type: flag, default: 'false' } as const;
