import type { Validator } from '../format.js';

/** Validates a registry file against schemas/entries.schema.json. */
export const validate: Validator;
