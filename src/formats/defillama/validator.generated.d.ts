import type { Validator } from '../format.js';

/** Validates a registry file against schemas/defillama.schema.json. */
export const validate: Validator;
