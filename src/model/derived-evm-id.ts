/**
 * The EVM chain id that a Cosmos chain id holds, such as 2222 of `kava_2222-10`; null if it holds none. Source: Ethermint's
 * `name_number-version`, https://docs.cosmos.network/evm/latest/documentation/concepts/chain-id.
 */
export function readDerivedEvmId(cosmosId: string): string | null {
  return /^[a-z]+_([1-9]\d*)-[1-9]\d*$/.exec(cosmosId)?.[1] ?? null;
}
