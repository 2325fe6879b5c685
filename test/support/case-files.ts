/** A part of a case: `-- before chain/x/param.json` and the lines below it. */
export interface Section {
  readonly name: string;
  /** The words behind the name. */
  readonly words: readonly string[];
  readonly text: string;
}

export interface Case {
  readonly title: string;
  readonly sections: readonly Section[];
}

export function section(head: string, text: string): Section {
  const [name = '', ...words] = head.split(' ');
  return { name, words, text };
}

/** The cases of a file below their topics: a topic begins with `=== `, a case with `== `, a section with `-- `. */
export function parseCases(content: string): readonly (readonly [topic: string, cases: readonly Case[]])[] {
  return content.split(/^(?==== )/m).map((part) => {
    const [topic = '', ...cases] = part.split(/^(?=== )/m);
    return [topic.trim(), cases.map(parseCase)];
  });
}

function parseCase(content: string): Case {
  const [title = '', ...sections] = content.trimEnd().split(/\n-- /);
  return { title: title.slice('== '.length), sections: sections.map(parseSection) };
}

function parseSection(content: string): Section {
  const [head = '', ...lines] = content.split('\n');
  return section(head, unescape(lines.join('\n')));
}

export function renderCase({ title, sections }: Case): string {
  const rendered = sections.map(
    ({ name, words, text }) => `-- ${[name, ...words].join(' ')}${text === '' ? '' : `\n${escape(text)}`}`,
  );
  const text = [`== ${title}`, ...rendered].join('\n');
  // An empty line ends a case, so line ends of its last text are written out.
  return text.replace(/\n+$/, (ends) => '⟨a⟩'.repeat(ends.length));
}

/** What most editors do not show, or would change. */
const invisible = /[^\P{C}\n]|[\p{Zl}\p{Zp}\u00a0]| (?=\n|$)/gu;

function escape(text: string): string {
  return text.replace(invisible, (found) => `⟨${(found.codePointAt(0) ?? 0).toString(16)}⟩`);
}

function unescape(text: string): string {
  return text.replaceAll(/⟨([\da-f]+)⟩/g, (_, code: string) => String.fromCodePoint(parseInt(code, 16)));
}
