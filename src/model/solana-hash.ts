/** A hash of Solana, of 32 bytes in base 58, or its first 32 characters (https://namespaces.chainagnostic.org/solana/caip2). */
export const solanaHash = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** Characters of the hash of a genesis block that identify a chain (https://namespaces.chainagnostic.org/solana/caip2). */
export const solanaIdLength = 32;
