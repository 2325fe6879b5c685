import { readdirSync, readFileSync } from 'node:fs';

/** The pages that a user reads. */
const pages = [
  'README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** The blocks of code of a language, in the order of the pages, each with its page. */
export function findExamples(language: string): { readonly page: string; readonly code: string }[] {
  return pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(
      ([, code = '']) => ({ page, code }),
    ),
  );
}

/** The workflows of the pages, each with its page and its name: `docs/action.md: nightly`. */
export function listWorkflows(): [name: string, text: string][] {
  return pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/<!-- workflow: ([\w-]+) -->\n\n```yaml\n([^]*?)```/g)].map(
      ([, name = '', text = '']): [string, string] => [`${page}: ${name}`, text],
    ),
  );
}

/** The text of a workflow of the pages. */
export function getWorkflow(name: string): string {
  const [, text] = listWorkflows().find(([found]) => found === name) ?? [];
  if (text === undefined) throw new Error(`no page has the workflow ${name}`);
  return text;
}
