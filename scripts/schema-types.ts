/** The keywords of JSON Schema that are read. */
export interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | null)[];
  readonly items?: Schema;
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean;
}

/** The schemas to which others refer. */
export type Definitions = Readonly<Record<string, Schema>>;

/** The name of the schema to which one refers. */
export const nameOf = (reference: string) => reference.replace(/.*\//, '');

/** A schema as a type of TypeScript. References are names of types, unless their definitions are to be written in their place. */
export function writeType(schema: Schema, definitions?: Definitions): string {
  const { $ref, anyOf, type = [], enum: values, items = {} } = schema;
  if ($ref !== undefined) {
    const definition = definitions?.[nameOf($ref)];
    return definition === undefined ? nameOf($ref) : writeType(definition, definitions);
  }
  if (anyOf !== undefined) return anyOf.map((one) => writeType(one, definitions)).join(' | ');
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  const types = [type].flat().map((one) => {
    if (one === 'array') return `readonly ${writeType(items, definitions)}[]`;
    if (one === 'object') return writeObject(schema, definitions);
    return one === 'integer' ? 'number' : one;
  });
  if (types.length === 0) throw new Error('a schema without a type');
  return types.join(' | ');
}

function writeObject(schema: Schema, definitions: Definitions = {}) {
  const { properties = {}, required = [], additionalProperties } = schema;
  const fields = Object.entries(properties).map(([name, field]) => {
    const { description = definitions[nameOf(field.$ref ?? '')]?.description } = field;
    const note = description === undefined ? '' : `/** ${description} */\n`;
    return `${note}readonly ${name}${required.includes(name) ? '' : '?'}: ${writeType(field, definitions)};\n`;
  });
  const others = additionalProperties === true ? 'readonly [field: string]: unknown;\n' : '';
  return `{\n${fields.join('')}${others}}`;
}
