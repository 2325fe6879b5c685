import { chainlist } from './chainlist/index.js';
import type { Format } from './format.js';

/** The formats of registries. A new format is a directory and a line here. */
export const formats: readonly Format[] = [chainlist];
