// Every string of a report may contain untrusted text. These functions make it harmless for a medium, at the one place where it leaves.

/**
 * Controls, format characters (bidi, zero width, tags), line and paragraph separators, lone surrogates, characters that XML does not allow, and others
 * that are not shown (Unicode's UAX 44, and Braille without dots), but for those that choose between an emoji and a text character.
 */
const unprintable =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u2800\ufffe\uffff]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/gu;

const unprintableInJson =
  /[\x7f-\x9f\xad\p{Zl}\p{Zp}\p{Cf}\u2800]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/gu;

/** Maximum length of untrusted text, in UTF-16 code units; real texts are far shorter. */
const maxLength = 300;

/** The same of a sentence of the program, which quotes such texts: none of its own is longer. */
const maxSentenceLength = 1_500;

/** Escapes a line of text for a terminal or a log: shows characters that would move the cursor, hide or reorder text as escapes. */
export function escapeTerminal(text: string): string {
  return escapeLine(text, maxLength);
}

/** The same for a sentence of the program, so that its end is not lost. */
export function escapeMessage(text: string): string {
  return escapeLine(text, maxSentenceLength);
}

function escapeLine(text: string, length: number): string {
  const excerpt = text.length > length ? `${text.slice(0, length)}…` : text;
  return excerpt.replaceAll(unprintable, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 0x100 ? `\\x${hex(code, 2)}` : `\\u${code > 0xffff ? `{${hex(code, 5)}}` : hex(code, 4)}`;
  });
}

/** Escapes text for XML and HTML, as content or in quoted attributes, and for the log of a runner. */
export function escapeMarkup(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': 'amp',
    '<': 'lt',
    '>': 'gt',
    '"': 'quot',
    "'": '#39',
  };
  return escapeMessage(text)
    .replaceAll(/[&<>"']/g, (character) => `&${entities[character] ?? ''};`)
    .replaceAll(/##(?=\[)/g, '#&#35;');
}

/**
 * Breaks up what a CI runner would read as a command in a whole output: `::` at the start of a line after white space, and `##[` anywhere
 * (actions/runner, ActionCommand.cs). Ignores color codes between these characters, since logs may be read without them.
 */
export function defuseRunnerCommands(output: string): string {
  return output.replaceAll(commandStart, '$1: ').replaceAll(legacyCommand, '#$1 #');
}

/** Escapes a sentence of the program that is a line of a log, or of standard error. */
export function escapeLogLine(sentence: string): string {
  return defuseRunnerCommands(escapeMessage(sentence));
}

// Linear: each pattern only starts at a line or a #, and its parts start with different characters.
const commandStart = /^((?:[^\S\n\r\u2028\u2029]|\x1b\[[\d;]*m)*):(?=(?:\x1b\[[\d;]*m)*:)/gm;
const legacyCommand = /#((?:\x1b\[[\d;]*m)*)#(?=(?:\x1b\[[\d;]*m)*\[)/g;

/** Escapes characters within serialized JSON that a terminal or a runner would interpret. The parsed value is the same. */
export function escapeJson(json: string): string {
  return json
    .replaceAll(/##(?=\[)/g, '#\\u0023')
    .replaceAll(unprintableInJson, (character) =>
      Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at), 4)}`).join(''),
    );
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
