import library from './index.cjs';
export const { UsageError, checkEndpoint, checkRegistry, rules } = library;
