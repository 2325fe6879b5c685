import { type AnswerSchema, answers, schemas } from './answer-schemas.generated.js';
import type { RouteName } from './answers.generated.js';
import { isJsonObject } from '../../model/json.js';

/** Where an answer of a route first differs from its schema, and how, as a sentence; null if it does not. */
export function findAnswerError(route: RouteName, answer: unknown): string | null {
  return findError(answers[route], answer, '');
}

/** `pointer` leads from the answer to the value. */
function findError(schema: AnswerSchema, value: unknown, pointer: string): string | null {
  const say = (detail: string) => `${pointer === '' ? 'the answer' : pointer} ${detail}`;
  if (typeof schema === 'string') {
    const other = schemas[schema];
    if (other !== undefined) return findError(other, value, pointer);
    return schema.split(',').some((type) => isOfType(type, value)) ? null : say(`must be ${schema}`);
  }
  if ('enum' in schema) {
    if (typeof value !== 'string') return say('must be string');
    return schema.enum.includes(value) ? null : say('must be equal to one of the allowed values');
  }
  if ('anyOf' in schema) {
    const errors = schema.anyOf.map((each) => findError(each, value, pointer));
    return errors.includes(null) ? null : (errors[0] ?? null);
  }
  if ('items' in schema) {
    if (!Array.isArray(value)) return say('must be array');
    return findFirst(value.entries(), ([at, item]) => findError(schema.items, item, `${pointer}/${at}`));
  }
  if (!isJsonObject(value)) return say('must be object');
  const { properties, optional = [] } = schema;
  const missing = Object.keys(properties).find(
    (name) => !optional.includes(name) && value[name] === undefined,
  );
  if (missing !== undefined) return say(`must have required property '${missing}'`);
  return findFirst(Object.entries(properties), ([name, field]) =>
    value[name] === undefined ? null : findError(field, value[name], `${pointer}/${name}`),
  );
}

function findFirst<Item>(list: Iterable<Item>, find: (item: Item) => string | null): string | null {
  for (const item of list) {
    const error = find(item);
    if (error !== null) return error;
  }
  return null;
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}
