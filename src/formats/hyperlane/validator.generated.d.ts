import type { Validator } from '../format.js';

/** Validates a registry file against schemas/hyperlane.schema.json. */
export const validate: Validator;
