/**
 * How the chain ids of Cosmos SDK nodes are read, whatever the kind of the endpoint that reports them: any text that is not empty, compared
 * as it is (CometBFT, `MaxChainIDLen` and `GenesisDoc.ValidateAndComplete` in types/genesis.go).
 */
export const cosmosChainId = {
  idFamily: 'cosmos',
  isChainId: (text: string) => text.trim() !== '',
  normalizeChainId: (text: string) => text,
} as const;
