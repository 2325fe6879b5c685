import type { Validator } from '../format.js';

/** Validates a registry file against schemas/manifest.schema.json. */
export const validate: Validator;
