import type { Validator } from '../format.js';

/** Validates a registry file against schemas/zone-chains.schema.json. */
export const validate: Validator;
