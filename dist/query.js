import library from './query.cjs';
export const { QueryClient, QueryError } = library;
