import type { Validator } from '../format.js';

/** Validates a registry file against schemas/keplr.schema.json. */
export const validate: Validator;
