import { importTypeScript } from './import-typescript.js';

/** @typedef {import('../src/model/rule.js').WordedRule} WordedRule */
/** @typedef {typeof import('../src/engine/rule-catalogue.js').wordProblem} WordProblem */

/** @type {typeof import('../src/model/group-by.js')} */
const { groupBy } = await importTypeScript('src/model/group-by.ts');

/**
 * The page of all rules, a section each; rules of several kinds that mean the same have one.
 * @param {readonly WordedRule[]} rules
 * @param {readonly import('../src/model/kind.js').KindDefinition[]} kinds
 * @param {WordProblem} wordProblem
 */
export function describeRules(rules, kinds, wordProblem) {
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
  const missing = rules.filter(({ code }) => !families.some(([family]) => code.startsWith(`${family}/`)));
  if (missing.length > 0)
    throw new Error(`docs/rules.md has no place for ${missing.map(({ code }) => code).join(', ')}`);
  const groups = [...groupBy(rules, describeRule)];
  const sections = families.map(([family, title]) => {
    const isHere = (/** @type {WordedRule} */ { code }) => code.startsWith(`${family}/`);
    const texts = groups
      .filter(([, alike]) => alike.slice(0, 1).some(isHere))
      .map(
        ([text, alike]) => `${describeHeading(alike)}\n\n${text}\n\n${describeFixes(alike, wordProblem)}\n`,
      );
    const links = groups
      .flatMap(([, alike]) => alike.slice(1).filter(isHere))
      .map(({ code }) => `[${code}](#${toAnchor(code)})`);
    const shared = links.length === 0 ? [] : [`As of other kinds: ${links.join(', ')}.\n`];
    return `## ${title}\n\n${[...texts, ...shared].join('\n')}`;
  });
  return `# Rules

What each rule means, why it matters and how to fix it. \`endpoint-check explain <rule>\` prints the same, and a sample of its message.

- An *error* fails the entry, a *warning* and a *notice* do not. *Inconclusive*: nothing is proved or disproved from where the check ran.
- *Retried*: before it is reported, since a retry may help.
- *Fixable*: \`endpoint-check --fix\` corrects it; [Fixing](fixing.md) has an example of each.

\`npm run generate\` writes this page from the rules: it is the list of the codes, and of the severities, that stay as they are until a
[version](versioning.md) changes them.

${sections.join('\n')}`;
}

/**
 * The anchor of a rule, to which `explain` leads.
 * @param {string} code
 */
function toAnchor(code) {
  return code.replace('/', '');
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
function describeRule({ severity, milder, inconclusive, transient, fixable, summary, explanation }) {
  const severities = milder === undefined ? severity : `${severity} or ${milder.severity}`;
  const marks = [
    inconclusive === true ? 'inconclusive' : severities,
    ...(transient === true ? ['retried'] : []),
    ...(fixable === undefined ? [] : [fixable === '--fix' ? 'fixable' : `fixable with ${fixable}`]),
  ];
  return `*${marks.join(', ')}*. ${summary.charAt(0).toUpperCase()}${summary.slice(1)}. ${explanation}`;
}

/**
 * How to fix it, for the samples of the rules that have one text: once if that is alike too.
 * @param {readonly WordedRule[]} alike
 * @param {WordProblem} wordProblem
 */
function describeFixes(alike, wordProblem) {
  const rulesByHint = groupBy(alike, (rule) => wordProblem({ code: rule.code, data: rule.sample }).hint);
  const hints = [...rulesByHint].map(([hint, rules]) => {
    const kinds = rules.map(({ code }) => code.replace(/\/.*/, '')).join(', ');
    return { kinds, text: formatCode(hint) };
  });
  if (hints.length === 1) return hints.map(({ text }) => `Fix: ${text}`).join('');
  return hints.map(({ kinds, text }) => `- Fix for ${kinds}: ${text}`).join('\n');
}

/** @param {string} text */
function formatCode(text) {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}
