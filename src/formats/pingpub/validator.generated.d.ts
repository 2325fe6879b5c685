import type { Validator } from '../format.js';

/** Validates a registry file against schemas/pingpub.schema.json. */
export const validate: Validator;
