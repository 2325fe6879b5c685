import type { AddressForms, UrlReading } from '../../../model/kind.js';
import { readBaseUrl } from '../../url/http-url.js';

/** A well-formed url of the REST API. */
export const restExample = 'https://rest.example.com';

/** Reads the url of a REST API: the base of its routes. */
export function readRestUrl(url: string, forms: AddressForms): UrlReading {
  return readBaseUrl(url, forms, { schemes: ['https', 'http'], example: restExample });
}
