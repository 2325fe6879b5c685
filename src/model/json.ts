/** A JSON value as RFC 8259 has it. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object; its fields may be any JSON value. */
export interface JsonObject {
  readonly [field: string]: JsonValue;
}

/** True for a JSON object: neither an array nor null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Appends one reference token to a JSON Pointer, escaped as in RFC 6901 section 3. */
export function appendPointer(pointer: string, token: string | number): string {
  return `${pointer}/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Whether arrays and objects are nested deeper than `levels` in valid JSON. */
export function nestsDeeper(text: string, levels: number): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') quoted = !quoted;
    // The escaped character does not close the string.
    else if (sign === '\\') at += 1;
    else if (quoted) continue;
    else if (sign === ']' || sign === '}') depth -= 1;
    else if ((sign === '[' || sign === '{') && ++depth > levels) return true;
  }
  return false;
}
