import { relative, sep } from 'node:path';
import ts from 'typescript';
import { counters } from './counters.js';

/** The counter that the code of a bundle increments. */
const globalName = 'fuzzCounters';

/** Counts each branch of src/ that is taken: a plugin of rolldown. Generated code is left out, since its coverage does not matter. */
export function countBranches() {
  /** @type {string[]} The file of each branch. */
  const files = [];
  /** @type {Set<string>} The strings that the code compares with: tokens to try. */
  const literals = new Set();
  Object.assign(globalThis, { [globalName]: counters });
  return {
    files,
    literals,
    plugin: {
      name: 'count-branches',
      /**
       * @param {string} code
       * @param {string} id
       */
      transform(code, id) {
        const path = relative('.', id).split(sep).join('/');
        if (!/^src\/.*\.ts$/.test(path) || path.includes('.generated.')) return null;
        const next = () => {
          if (files.length === counters.length) throw new Error(`more than ${counters.length} branches`);
          return files.push(path) - 1;
        };
        const compilerOptions = {
          target: ts.ScriptTarget.ES2023,
          module: ts.ModuleKind.ESNext,
          verbatimModuleSyntax: true,
        };
        const transformers = { before: [countIn(next, literals)] };
        return {
          code: ts.transpileModule(code, { fileName: path, compilerOptions, transformers }).outputText,
          moduleType: 'js',
        };
      },
    },
    output: { banner: `const ${globalName} = globalThis.${globalName};` },
  };
}

/**
 * @param {() => number} next
 * @param {Set<string>} literals
 * @returns {ts.TransformerFactory<ts.SourceFile>}
 */
function countIn(next, literals) {
  return (context) => {
    const { factory } = context;
    const count = () =>
      factory.createPostfixIncrement(
        factory.createElementAccessExpression(factory.createIdentifier(globalName), next()),
      );
    const statement = () => factory.createExpressionStatement(count());
    /** @param {ts.Expression} expression */
    const counted = (expression) =>
      factory.createParenthesizedExpression(factory.createComma(count(), expression));
    /** @param {ts.Statement} body */
    const countedBlock = (body) =>
      ts.isBlock(body)
        ? factory.updateBlock(body, [statement(), ...body.statements])
        : factory.createBlock([statement(), body], true);

    /** @type {ts.Visitor<ts.Node, ts.Node>} */
    const visit = (original) => {
      if (ts.isTypeNode(original) || ts.isInterfaceDeclaration(original)) return original;
      if (ts.isStringLiteral(original) && original.text.length < 40) literals.add(original.text);
      const node = ts.visitEachChild(original, visit, context);
      if (ts.isIfStatement(node))
        return factory.updateIfStatement(
          node,
          node.expression,
          countedBlock(node.thenStatement),
          node.elseStatement === undefined ? undefined : countedBlock(node.elseStatement),
        );
      if (ts.isConditionalExpression(node))
        return factory.updateConditionalExpression(
          node,
          node.condition,
          node.questionToken,
          counted(node.whenTrue),
          node.colonToken,
          counted(node.whenFalse),
        );
      if (ts.isBinaryExpression(node) && isShortCircuit(node.operatorToken.kind))
        return factory.updateBinaryExpression(node, node.left, node.operatorToken, counted(node.right));
      if (ts.isCaseClause(node))
        return factory.updateCaseClause(node, node.expression, [statement(), ...node.statements]);
      if (ts.isDefaultClause(node))
        return factory.updateDefaultClause(node, [statement(), ...node.statements]);
      if (ts.isArrowFunction(node) && !ts.isBlock(node.body))
        return factory.updateArrowFunction(
          node,
          node.modifiers,
          node.typeParameters,
          node.parameters,
          node.type,
          node.equalsGreaterThanToken,
          counted(node.body),
        );
      if (ts.isBlock(node) && isCounted(original.parent, original))
        return factory.updateBlock(node, [statement(), ...node.statements]);
      return node;
    };
    return (file) => /** @type {ts.SourceFile} */ (ts.visitNode(file, visit));
  };
}

/** @param {ts.SyntaxKind} kind */
function isShortCircuit(kind) {
  return [
    ts.SyntaxKind.AmpersandAmpersandToken,
    ts.SyntaxKind.BarBarToken,
    ts.SyntaxKind.QuestionQuestionToken,
  ].includes(kind);
}

/**
 * Blocks of functions and loops; those of `if` are counted with it. A constructor may have to call `super` first.
 * @param {ts.Node} parent
 * @param {ts.Node} node
 */
function isCounted(parent, node) {
  if (ts.isConstructorDeclaration(parent)) return false;
  return ts.isFunctionLike(parent) || ts.isIterationStatement(parent, false) || ts.isCatchClause(parent)
    ? node === /** @type {any} */ (parent).body ||
        node === /** @type {any} */ (parent).statement ||
        ts.isCatchClause(parent)
    : false;
}
