import { truncate } from '../model/text.js';

/** Header fields of an HTTP answer, names in lower case. */
export type HeaderFields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The value of a field, the first of several; null if there is none. */
export function readField(fields: HeaderFields | null, name: string): string | null {
  const value = fields?.[name];
  return (typeof value === 'string' ? value : value?.[0]) ?? null;
}

/** The content type of an answer for messages such as `expected JSON, got …`. Untrusted text. */
export function nameContentType(contentType: string): string {
  return truncate(contentType || 'an answer without a content type');
}
