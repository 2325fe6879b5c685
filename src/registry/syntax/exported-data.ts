import type { AnyNode, Expression, Identifier, Literal, ObjectExpression, Program } from 'acorn';

export interface ModuleData {
  /** Null if the module has no object literal. */
  readonly data: ObjectExpression | null;
  readonly unread: readonly AnyNode[];
}

interface Exported {
  readonly name: string;
  readonly value: AnyNode;
}

interface ModuleParts {
  readonly declared: ReadonlyMap<string, Expression>;
  readonly exported: readonly Exported[];
  readonly code: readonly AnyNode[];
}

/**
 * The names that readers import. Source: https://github.com/DefiLlama/chainlist/blob/main/.github/scripts/validate-chain-files.js, which imports
 * `data` of the file of a chain, and the default export of `extraRpcs.js`.
 */
const dataNames = ['data', 'default'];

/**
 * Finds the object literal that readers of a module import: `data`, else its default export, else the largest that it exports or, without
 * one, declares.
 */
export function findData({ body }: Program, text: string): ModuleData {
  const { declared, exported: named, code } = collectParts(body, text);
  const exported = named.map(({ name, value }) => ({
    name,
    value: value.type === 'Identifier' ? (declared.get(value.name) ?? value) : value,
  }));
  const [data = null] = [
    ...dataNames.flatMap((name) => sortBySize(exported.filter((each) => each.name === name))),
    ...sortBySize(exported),
    ...sortBySize([...declared.values()].map((value) => ({ value }))),
  ];
  const otherValues = exported.filter(
    ({ name, value }) =>
      value !== data && (dataNames.includes(name) || text.slice(value.start, value.end).includes('://')),
  );
  const unread = new Set([...code, ...otherValues.map(({ value }) => value)]);
  return { data, unread: [...unread].sort((a, b) => a.start - b.start) };
}

function collectParts(body: Program['body'], text: string): ModuleParts {
  const declared = new Map<string, Expression>();
  const exported: Exported[] = [];
  const code: AnyNode[] = [];
  for (const statement of body) {
    const isExport = statement.type === 'ExportNamedDeclaration';
    const declaration = isExport ? statement.declaration : statement;
    if (declaration?.type === 'VariableDeclaration') {
      for (const { id, init } of declaration.declarations) {
        if (init == null) continue;
        if (id.type !== 'Identifier') {
          // The names of a destructured value are its properties.
          if (isExport) code.push(statement);
          continue;
        }
        declared.set(id.name, init);
        if (isExport) exported.push({ name: id.name, value: init });
      }
    } else if (isExport && statement.source == null) {
      for (const { local, exported: name } of statement.specifiers)
        exported.push({ name: nameOf(name), value: local });
    } else if (statement.type === 'ExportDefaultDeclaration' && !isDefinition(statement.declaration)) {
      exported.push({ name: 'default', value: statement.declaration });
    } else if (statement.type === 'ExpressionStatement') {
      const { expression, directive } = statement;
      const common = expression.type === 'AssignmentExpression' ? nameCommon(text, expression.left) : null;
      if (expression.type === 'AssignmentExpression' && common !== null)
        exported.push({ name: common, value: expression.right });
      else if (directive === undefined) code.push(statement);
    } else if (statement.type !== 'ImportDeclaration' && !isDefinition(statement)) code.push(statement);
  }
  return { declared, exported, code };
}

/** Functions and classes are no data, and code that calls them is found at the call. */
function isDefinition({ type }: { readonly type: string }): boolean {
  return ['FunctionDeclaration', 'ClassDeclaration', 'EmptyStatement'].includes(type);
}

function sortBySize(values: readonly Pick<Exported, 'value'>[]): ObjectExpression[] {
  return values
    .flatMap(({ value }) => (value.type === 'ObjectExpression' ? [value] : []))
    .sort((a, b) => b.end - b.start - (a.end - a.start));
}

function nameOf(name: Identifier | Literal): string {
  return name.type === 'Identifier' ? name.name : String(name.value);
}

/** The name of a CommonJS export: `module.exports = …`, `exports.data = …`; null if an assignment exports nothing. */
function nameCommon(text: string, { start, end }: AnyNode): string | null {
  const match = /^(?:module\.)?exports(?:\.(\w+))?$/.exec(text.slice(start, end));
  return match === null ? null : (match[1] ?? 'default');
}
