import type { Validator } from '../format.js';

/** Validates a registry file against schemas/param.schema.json. */
export const validate: Validator;
