import { importTypeScript } from './import-typescript.js';
import { fillPart, toAnchor } from './pages.js';

/** @typedef {import('../src/model/rule.js').WordedRule} WordedRule */
/** @typedef {typeof import('../src/engine/rule-catalogue.js').wordProblem} WordProblem */

/** @type {typeof import('../src/model/group-by.js')} */
const { groupBy } = await importTypeScript('src/model/group-by.ts');

/**
 * The page of all rules, a section each; rules of several kinds that mean the same have one.
 * @param {string} page
 * @param {readonly WordedRule[]} rules
 * @param {readonly import('../src/model/kind.js').KindDefinition[]} kinds
 * @param {WordProblem} wordProblem
 */
export function describeRules(page, rules, kinds, wordProblem) {
  const families = [
    ['file', 'The file'],
    ['list', 'Lists of assets and tokens'],
    ['entry', 'The entry'],
    ['chain', 'The endpoints of a chain together'],
    ['net', 'The network'],
    ['tls', 'TLS'],
    ['http', 'HTTP'],
    ...kinds.map(({ kind, title }) => [kind, title]),
    ['query', 'The query API'],
  ];
  const missing = rules.filter((rule) => !families.some(([family]) => family === getFamily(rule)));
  if (missing.length > 0)
    throw new Error(`docs/rules.md has no place for ${missing.map(({ code }) => code).join(', ')}`);
  const groups = [...groupBy(rules, describeRule)];
  const getHint = (/** @type {WordedRule} */ { code, sample }) => wordProblem({ code, data: sample }).hint;
  const remarks = findRemarks(rules, getHint);
  const isOf = (/** @type {string | undefined} */ family) => (/** @type {WordedRule} */ rule) =>
    getFamily(rule) === family;
  const sections = families.map(([family, title]) => {
    const isHere = isOf(family);
    const texts = groups
      .filter(([, alike]) => alike.slice(0, 1).some(isHere))
      .map(
        ([text, alike]) =>
          `${describeHeading(alike)}\n\n${text}\n\n${describeFixes(alike, wordProblem, remarks)}\n`,
      );
    const elsewhere = groups.filter(([, alike]) => alike.slice(1).some(isHere));
    const shared = describeShared(
      families.filter(([name]) => elsewhere.some(([, alike]) => alike.slice(0, 1).some(isOf(name)))),
    );
    const heads = remarks.filter((remark) =>
      rules.some((rule) => isHere(rule) && getHint(rule).includes(remark)),
    );
    return `## ${title}\n\n${[...heads.map((head) => `${head}.\n`), ...texts, ...shared].join('\n')}`;
  });
  return fillPart(page, /^## [^]*/m, sections.join('\n'));
}

/**
 * Where the rules stand that a kind has in common with kinds before it.
 * @param {readonly (readonly string[])[]} families
 */
function describeShared(families) {
  const links = families.map(([, title = '']) => `[${title}](#${title.toLowerCase().replaceAll(' ', '-')})`);
  return links.length === 0 ? [] : [`Rules shared with other kinds are above: ${links.join(', ')}.\n`];
}

/**
 * The heading of rules that have one text. GitHub makes the anchor of a rule that has its own.
 * @param {readonly WordedRule[]} alike
 */
function describeHeading(alike) {
  const [only, ...others] = alike.map(({ code }) => code);
  if (only !== undefined && others.length === 0) return `### ${only}`;
  return `### ${alike.map(({ code }) => `<a id="${toAnchor(code)}"></a>${code}`).join(', ')}`;
}

/**
 * What a rule means, without its code.
 * @param {WordedRule} rule
 */
function describeRule(rule) {
  const { severity, milder, inconclusive, transient, isTransient, fixable, summary, explanation } = rule;
  const severities = milder === undefined ? severity : `${severity} or ${milder.severity}`;
  const marks = [
    inconclusive === true ? 'inconclusive' : severities,
    ...(transient === true ? ['retried'] : isTransient === undefined ? [] : ['retried if temporary']),
    ...(fixable === undefined ? [] : [fixable === '--fix' ? 'fixable' : `fixable with ${fixable}`]),
  ];
  return `*${marks.join(', ')}*. ${summary.charAt(0).toUpperCase()}${summary.slice(1)}. ${explanation}`;
}

/**
 * What the hints of three rules of a kind or more end with, such as where nodes serve it: the page says it once, below the heading.
 * @param {readonly WordedRule[]} rules
 * @param {(rule: WordedRule) => string} getHint
 */
function findRemarks(rules, getHint) {
  const byFamily = groupBy(rules, getFamily);
  return [...byFamily.values()].flatMap((family) => {
    const endings = groupBy(family, (rule) => getHint(rule).split('; ').slice(1).at(-1));
    return [...endings].flatMap(([ending, alike]) =>
      ending !== undefined && alike.length > 2 ? [ending] : [],
    );
  });
}

/** @param {WordedRule} rule */
function getFamily({ code }) {
  return code.replace(/\/.*/, '');
}

/**
 * @param {string} hint
 * @param {readonly string[]} remarks
 */
function dropRemarks(hint, remarks) {
  const remark = remarks.find((one) => hint.endsWith(`; ${one}`));
  return remark === undefined ? hint : hint.slice(0, -`; ${remark}`.length);
}

/**
 * How to fix it, for the samples of the rules that have one text: once if that is alike too. A fix that has words of its sample is only an example.
 * @param {readonly WordedRule[]} alike
 * @param {WordProblem} wordProblem
 * @param {readonly string[]} remarks
 */
function describeFixes(alike, wordProblem, remarks) {
  const fixes = alike.map((rule) => {
    const { hint } = wordProblem({ code: rule.code, data: rule.sample });
    const isSpecific = Object.values(rule.sample).some(
      (value) => typeof value === 'string' && value.length > 2 && hint.includes(value),
    );
    return { rule, isSpecific, fix: dropRemarks(hint, remarks) };
  });
  const groups = [...groupBy(fixes, ({ fix }) => fix)];
  if (groups.length > 1)
    return groups
      .map(
        ([fix, same]) =>
          `- Fix for ${same.map(({ rule }) => getFamily(rule)).join(', ')}: ${formatCode(fix)}`,
      )
      .join('\n');
  return fixes
    .slice(0, 1)
    .map(({ isSpecific, fix }) => `Fix${isSpecific ? ', such as' : ''}: ${formatCode(fix)}`)
    .join('');
}

/** @param {string} text */
function formatCode(text) {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}
