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
