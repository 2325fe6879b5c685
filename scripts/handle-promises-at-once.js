import { IndexKind } from 'typescript';

/** @typedef {import('eslint').Rule.Node} Node */
/** @typedef {import('eslint').Scope.Variable} Variable */

/**
 * A rule of ESLint: a promise that is kept in a variable is awaited, passed on or given a handler before anything else is awaited.
 *
 * Node takes a promise that rejects while nobody listens for an error of the whole process, even if somebody would listen a tick later
 * (https://nodejs.org/api/process.html#event-unhandledrejection): the program ends, and vitest is red without a red test. Whether it rejects
 * before it is awaited depends on how busy the machine is. `@typescript-eslint/no-floating-promises` looks for promises that nobody ever handles.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
export const handlePromisesAtOnce = {
  meta: {
    type: 'problem',
    schema: [
      { type: 'object', properties: { onlyRejections: { type: 'boolean' } }, additionalProperties: false },
    ],
    messages: {
      later:
        '{{name}} has no handler while something else is awaited: if it rejects before, the process ends. Await it first, or await Promise.all or Promise.allSettled of both',
      oneByOne:
        'the promises of {{name}} are awaited one by one: one that rejects before its turn ends the process. Await Promise.all or Promise.allSettled, or start each in its turn',
    },
  },
  create(context) {
    const { program, esTreeNodeToTSNodeMap } = context.sourceCode.parserServices;
    // Scripts of pages have no types.
    if (!program) return {};
    /** @type {import('typescript').TypeChecker} */
    const checker = program.getTypeChecker();
    // In tests only what is expected to reject: a test whose promise rejects by surprise is red anyway.
    const [{ onlyRejections = false } = {}] = context.options;
    /** @type {Node[]} */
    const awaits = [];

    /** @param {Variable} variable */
    function check({ defs: [definition], identifiers: [identifier], references, name }) {
      const declarator = definition?.type === 'Variable' ? definition.node : undefined;
      if (
        !declarator?.init ||
        declarator.init.type === 'AwaitExpression' ||
        onlyResolves(/** @type {Node} */ (declarator.init))
      )
        return;
      const uses = references
        .filter((reference) => reference.isRead())
        .map((reference) => /** @type {Node} */ (reference.identifier));
      const type = checker.getTypeAtLocation(esTreeNodeToTSNodeMap.get(identifier));
      const item = checker.isArrayLikeType(type)
        ? checker.getIndexTypeOfType(type, IndexKind.Number)
        : undefined;
      const node = /** @type {Node} */ (declarator);
      if (isPromise(type) && isLeftAlone(node, uses))
        context.report({ node, messageId: 'later', data: { name } });
      if (isPromise(item) && isAwaitedOneByOne(uses))
        context.report({ node, messageId: 'oneByOne', data: { name } });
    }

    /** @param {Node} declarator @param {Node[]} uses */
    function isLeftAlone(declarator, uses) {
      const [first] = uses;
      if (first === undefined || (onlyRejections && !uses.some(expectsRejection))) return false;
      const owner = findOwner(declarator);
      return awaits.some(
        (node) => findOwner(node) === owner && isBetween(node, end(declarator), start(first)),
      );
    }

    /** @param {Node[]} uses */
    function isAwaitedOneByOne(uses) {
      return uses.some(({ parent: loop }) => {
        if (loop?.type !== 'ForOfStatement') return false;
        return awaits.some((node) => isBetween(node, start(loop.body), end(loop.body)));
      });
    }

    return {
      AwaitExpression: (node) => void awaits.push(node),
      'Program:exit': () =>
        context.sourceCode.scopeManager.scopes.flatMap(({ variables }) => variables).forEach(check),
    };
  },
};

/** @param {import('typescript').Type | undefined} type */
const isPromise = (type) =>
  type?.getProperty('then') !== undefined && type.getProperty('catch') !== undefined;

/** @param {{ range?: [number, number] | undefined }} node */
const start = (node) => node.range?.[0] ?? 0;
/** @param {{ range?: [number, number] | undefined }} node */
const end = (node) => node.range?.[1] ?? 0;
/** @param {Node} node @param {number} from @param {number} to */
const isBetween = (node, from, to) => start(node) >= from && end(node) <= to;

/** The function whose statements a node belongs to; null outside of functions. @param {Node} node */
function findOwner(node) {
  let owner = node.parent;
  while (owner !== null && !owner.type.includes('Function')) owner = owner.parent;
  return owner;
}

/** Whether an expression is a promise whose executor can't reject it: `new Promise((resolve) => …)`. @param {Node} node */
function onlyResolves(node) {
  if (node.type !== 'NewExpression') return false;
  const [executor] = node.arguments;
  return executor?.type === 'ArrowFunctionExpression' && executor.params.length === 1;
}

/** Whether a promise is expected to reject: `expect(promise).rejects`, `promise.catch(…)`. @param {Node} node */
function expectsRejection({ parent }) {
  const isExpected = parent?.type === 'CallExpression';
  const access = isExpected ? parent.parent : parent;
  if (access?.type !== 'MemberExpression' || access.property.type !== 'Identifier') return false;
  return access.property.name === (isExpected ? 'rejects' : 'catch');
}
