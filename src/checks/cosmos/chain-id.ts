/**
 * How the chain ids of Cosmos SDK nodes are read, whatever the kind of the endpoint that reports them: a text, compared as it is.
 * CometBFT takes any (`GenesisDoc.ValidateAndComplete` in types/genesis.go), but one with a blank or a character that is not shown is a mistake.
 */
export const cosmosChainId = {
  idFamily: 'cosmos',
  isChainId: (text: string) => /^[^\s\p{C}\p{Default_Ignorable_Code_Point}]+$/u.test(text),
  normalizeChainId: (text: string) => text,
} as const;
