import { truncate } from '../model/truncate.js';

/** The content type of an answer for messages such as `expected JSON, got …`. Untrusted text. */
export function nameContentType(contentType: string): string {
  return truncate(contentType || 'an answer without a content type');
}
