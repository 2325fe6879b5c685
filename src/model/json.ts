/** A JSON value as RFC 8259 has it. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object; its members may be any JSON value. */
export interface JsonObject {
  readonly [member: string]: JsonValue;
}

/** True for a JSON object: neither an array nor null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Appends one reference token to a JSON Pointer, escaped as RFC 6901 section 3 asks. */
export function appendPointer(pointer: string, token: string | number): string {
  return `${pointer}/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
