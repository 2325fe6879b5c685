import type { Validator } from '../format.js';

/** Validates a registry file against schemas/superchain.schema.json. */
export const validate: Validator;
