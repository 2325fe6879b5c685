import type { Validator } from '../format.js';

/** Validates a registry file against schemas/chain-registry.schema.json. */
export const validate: Validator;
