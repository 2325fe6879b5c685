import type { wordProblem } from '../src/engine/rule-catalogue.js';
import { groupBy } from '../src/model/group-by.js';
import type { KindDefinition } from '../src/model/kind.js';
import type { WordedRule } from '../src/model/rule.js';
import { toAnchor, replacePart } from './pages.js';

type WordProblem = typeof wordProblem;

/** What the codes of rules begin with, in their order, and what each is about. */
export const listFamilies = (
  kinds: readonly KindDefinition[],
): readonly [family: string, title: string][] => [
  ['file', 'The file'],
  ['list', 'Lists of assets and tokens'],
  ['entry', 'The entry'],
  ['chain', 'The endpoints of a chain together'],
  ['change', 'What a change does'],
  ['net', 'The network'],
  ['tls', 'TLS'],
  ['http', 'HTTP'],
  ...kinds.map(({ kind, title }): [string, string] => [kind, title]),
  ['query', 'The query API'],
];

/** The page of all rules, a section each; rules of several kinds that mean the same have one. */
export function describeRules(
  page: string,
  rules: readonly WordedRule[],
  kinds: readonly KindDefinition[],
  wordProblem: WordProblem,
) {
  const families = listFamilies(kinds);
  const missing = rules.filter((rule) => !families.some(([family]) => family === getFamily(rule)));
  if (missing.length > 0)
    throw new Error(`docs/rules.md has no place for ${missing.map(({ code }) => code).join(', ')}`);
  const getHint = ({ code, sample }: WordedRule) => wordProblem({ code, data: sample }).hint;
  const remarks = findRemarks(rules, getHint);
  // Each stands where its first rule is.
  const groups = [...groupBy(rules, describeRule)].map(([text, alike]) => {
    const [home = '', ...elsewhere] = new Set(alike.map(getFamily));
    return { text, alike, home, elsewhere };
  });
  const sections = families.map(([family, title]) => {
    const ofFamily = rules.filter((rule) => getFamily(rule) === family);
    const heads = remarks.filter((remark) => ofFamily.some((rule) => getHint(rule).includes(remark)));
    const texts = groups.flatMap(({ text, alike, home }) =>
      home === family
        ? [`${describeHeading(alike)}\n\n${text}\n\n${describeFixes(alike, getHint, remarks)}\n`]
        : [],
    );
    const homes = groups.flatMap(({ home, elsewhere }) => (elsewhere.includes(family) ? [home] : []));
    const links = families.flatMap(([name, of]) =>
      homes.includes(name) ? [`[${of}](#${of.toLowerCase().replaceAll(' ', '-')})`] : [],
    );
    const shared = links.length === 0 ? [] : [`Shared rules: ${links.join(', ')}.\n`];
    return `## ${title}\n\n${[...heads.map((head) => `${head}.\n`), ...texts, ...shared].join('\n')}`;
  });
  return replacePart(page, /^## [^]*/m, sections.join('\n'));
}

function getFamily({ code }: WordedRule) {
  return code.replace(/\/.*/, '');
}

/** The heading of rules that have one text. GitHub makes the anchor of a rule that has its own. */
function describeHeading(alike: readonly WordedRule[]) {
  const codes = alike.map(({ code }) =>
    alike.length === 1 ? code : `<a id="${toAnchor(code)}"></a>${code}`,
  );
  return `### ${codes.join(', ')}`;
}

/** What a rule means, without its code. */
function describeRule(rule: WordedRule) {
  const { severity, milder, inconclusive, transient, isTransient, fixable, summary, explanation } = rule;
  const severities = milder === undefined ? severity : `${severity} or ${milder.severity}`;
  const marks = [
    inconclusive === true ? 'inconclusive' : severities,
    ...(transient === true ? ['retried'] : isTransient === undefined ? [] : ['retried if temporary']),
    ...(fixable === undefined ? [] : [fixable === '--fix' ? 'fixable' : `fixable with ${fixable}`]),
  ];
  return `*${marks.join(', ')}*. ${summary.charAt(0).toUpperCase()}${summary.slice(1)}. ${explanation}`;
}

/** What the hints of three rules of a kind or more end with, such as where nodes serve it: the page says it once, below the heading. */
function findRemarks(rules: readonly WordedRule[], getHint: (rule: WordedRule) => string) {
  return [...groupBy(rules, getFamily).values()].flatMap((family) => {
    const endings = groupBy(family, (rule) => getHint(rule).split('; ').slice(1).at(-1));
    return [...endings].flatMap(([ending, alike]) =>
      ending !== undefined && alike.length > 2 ? [ending] : [],
    );
  });
}

/** How to fix it, for the samples of the rules that have one text: once if that is alike too. A fix that has words of its sample is only an example. */
function describeFixes(
  alike: readonly WordedRule[],
  getHint: (rule: WordedRule) => string,
  remarks: readonly string[],
) {
  const fixes = groupBy(alike, (rule) => {
    const hint = getHint(rule);
    const remark = remarks.find((one) => hint.endsWith(`; ${one}`));
    return formatCode(remark === undefined ? hint : hint.slice(0, -`; ${remark}`.length));
  });
  const isSpecific = (rule: WordedRule) =>
    Object.values(rule.sample).some(
      (value) => typeof value === 'string' && value.length > 2 && getHint(rule).includes(value),
    );
  return [...fixes]
    .map(([fix, same]) => {
      if (fixes.size > 1) return `- Fix for ${same.map(getFamily).join(', ')}: ${fix}`;
      return `Fix${same.some(isSpecific) ? ', such as' : ''}: ${fix}`;
    })
    .join('\n');
}

function formatCode(text: string) {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}
