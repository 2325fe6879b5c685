// Every string of a report may hold untrusted text. These functions make it harmless for a medium, at the one place where it leaves.

/** Controls, format characters (bidi, zero width, tags), line and paragraph separators, lone surrogates, characters that XML does not allow. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]/gu;

/** Maximum length of untrusted text that is shown, in UTF-16 code units; real texts are far shorter. */
const longest = 300;

/** One line of text for a terminal or a log: what would move the cursor, hide or reorder text is shown as an escape. */
export function escapeTerminal(text: string): string {
  const shown = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return shown.replaceAll(unprintable, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 0x100 ? `\\x${hex(code, 2)}` : `\\u${code > 0xffff ? `{${hex(code, 5)}}` : hex(code, 4)}`;
  });
}

/** Text for XML and HTML, as content or inside of double or single quotes; a runner finds no command in it either. */
export function escapeMarkup(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': 'amp',
    '<': 'lt',
    '>': 'gt',
    '"': 'quot',
    "'": '#39',
  };
  return escapeTerminal(text)
    .replaceAll(/[&<>"']/g, (character) => `&${entities[character] ?? ''};`)
    .replaceAll(/##(?=\[)/g, '#&#35;');
}

/**
 * Breaks up what a CI runner would read as a command in a whole output: `::` at the beginning of a line, as the runner trims it, and
 * `##[` anywhere in it (actions/runner, ActionCommand.cs); colours are looked past, since a log may be read without them.
 */
export function defuseRunnerCommands(output: string): string {
  return output.replaceAll(commandStart, '$1: ').replaceAll(legacyCommand, '#$1 #');
}

// Each begins only where a line or a # does, and its parts begin with different characters, so that all is read once.
const commandStart = /^((?:[^\S\n\r\u2028\u2029]|\x1b\[[\d;]*m)*):(?=(?:\x1b\[[\d;]*m)*:)/gm;
const legacyCommand = /#((?:\x1b\[[\d;]*m)*)#(?=(?:\x1b\[[\d;]*m)*\[)/g;

/** Escapes inside serialized JSON what a terminal or a runner would act on. The parsed value is the same. */
export function escapeJson(json: string): string {
  return json
    .replaceAll(/##(?=\[)/g, '#\\u0023')
    .replaceAll(/[\x7f-\x9f\xad\p{Zl}\p{Zp}\p{Cf}]/gu, (character) =>
      Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at), 4)}`).join(''),
    );
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
