import type { ErrorObject } from 'ajv';

/** Validates a registry file against schemas/param.schema.json; the errors of the last call stand on the function. */
export const validate: {
  (value: unknown): boolean;
  errors?: readonly ErrorObject[] | null;
};
