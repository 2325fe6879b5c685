import type { Validator } from '../format.js';

/** Validates a registry file against schemas/ethereum-lists.schema.json. */
export const validate: Validator;
