import type { Report } from '../model/report.js';

/** Validates a report against schemas/report.schema.json; the first fault of the last call stands on the function. */
export const validate: {
  (value: unknown): value is Report;
  errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null;
};
