import { importTypeScript } from './import-typescript.js';
import { toAnchor, replacePart } from './pages.js';

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
    ['change', 'What a change does'],
    ['net', 'The network'],
    ['tls', 'TLS'],
    ['http', 'HTTP'],
    ...kinds.map(({ kind, title }) => [kind, title]),
    ['query', 'The query API'],
  ];
  const missing = rules.filter((rule) => !families.some(([family]) => family === getFamily(rule)));
  if (missing.length > 0)
    throw new Error(`docs/rules.md has no place for ${missing.map(({ code }) => code).join(', ')}`);
  const getHint = (/** @type {WordedRule} */ { code, sample }) => wordProblem({ code, data: sample }).hint;
  const remarks = findRemarks(rules, getHint);
  // Each stands where its first rule is.
  const groups = [...groupBy(rules, describeRule)].map(([text, alike]) => {
    const [home = '', ...elsewhere] = new Set(alike.map(getFamily));
    return { text, alike, home, elsewhere };
  });
  const sections = families.map(([family = '', title = '']) => {
    const ofFamily = rules.filter((rule) => getFamily(rule) === family);
    const heads = remarks.filter((remark) => ofFamily.some((rule) => getHint(rule).includes(remark)));
    const texts = groups.flatMap(({ text, alike, home }) =>
      home === family
        ? [`${describeHeading(alike)}\n\n${text}\n\n${describeFixes(alike, getHint, remarks)}\n`]
        : [],
    );
    const homes = groups.flatMap(({ home, elsewhere }) => (elsewhere.includes(family) ? [home] : []));
    const links = families.flatMap(([name = '', of = '']) =>
      homes.includes(name) ? [`[${of}](#${of.toLowerCase().replaceAll(' ', '-')})`] : [],
    );
    const shared = links.length === 0 ? [] : [`Shared rules: ${links.join(', ')}.\n`];
    return `## ${title}\n\n${[...heads.map((head) => `${head}.\n`), ...texts, ...shared].join('\n')}`;
  });
  return replacePart(page, /^## [^]*/m, sections.join('\n'));
}

/** @param {WordedRule} rule */
function getFamily({ code }) {
  return code.replace(/\/.*/, '');
}

/** The heading of rules that have one text. GitHub makes the anchor of a rule that has its own. @param {readonly WordedRule[]} alike */
function describeHeading(alike) {
  const codes = alike.map(({ code }) =>
    alike.length === 1 ? code : `<a id="${toAnchor(code)}"></a>${code}`,
  );
  return `### ${codes.join(', ')}`;
}

/** What a rule means, without its code. @param {WordedRule} rule */
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
  return [...groupBy(rules, getFamily).values()].flatMap((family) => {
    const endings = groupBy(family, (rule) => getHint(rule).split('; ').slice(1).at(-1));
    return [...endings].flatMap(([ending, alike]) =>
      ending !== undefined && alike.length > 2 ? [ending] : [],
    );
  });
}

/**
 * How to fix it, for the samples of the rules that have one text: once if that is alike too. A fix that has words of its sample is only an example.
 * @param {readonly WordedRule[]} alike
 * @param {(rule: WordedRule) => string} getHint
 * @param {readonly string[]} remarks
 */
function describeFixes(alike, getHint, remarks) {
  const fixes = groupBy(alike, (rule) => {
    const hint = getHint(rule);
    const remark = remarks.find((one) => hint.endsWith(`; ${one}`));
    return formatCode(remark === undefined ? hint : hint.slice(0, -`; ${remark}`.length));
  });
  const isSpecific = (/** @type {WordedRule} */ rule) =>
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

/** @param {string} text */
function formatCode(text) {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}
