import type { SandboxLog } from '../../src/sandbox/evm-logs.js';

export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
export const singleTopic = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
export const batchTopic = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';
export const contract = `0x${'c0'.repeat(20)}`;
export const account = `0x${'aa'.repeat(20)}`;
export const other = `0x${'bb'.repeat(20)}`;

/** A number, or an address, as a word of 32 bytes without 0x. */
export function word(value: number | bigint | string): string {
  const digits = typeof value === 'string' ? value.slice(2) : value.toString(16);
  return digits.padStart(64, '0');
}

/** Topics in front of words. */
export function topics(signature: string, ...words: (number | bigint | string)[]): string[] {
  return [signature, ...words.map((value) => `0x${word(value)}`)];
}

/** An event of the contract in a block; by default an ERC-20 transfer of 1 from the account to the other. */
export function log(
  blockNumber: number,
  transactionIndex: number,
  logIndex: number,
  otherwise: Partial<SandboxLog> = {},
): SandboxLog {
  return {
    address: contract,
    topics: topics(transferTopic, account, other),
    data: `0x${word(1)}`,
    blockNumber,
    transactionHash: `0x${word(BigInt(blockNumber) * 1_000n + BigInt(transactionIndex))}`,
    transactionIndex,
    logIndex,
    ...otherwise,
  };
}

/** The numbers of the blocks of an answer's transactions. */
export function blocksOf(answer: unknown): readonly number[] {
  return (answer as { transactions: { blockNumber: number }[] }).transactions.map(
    ({ blockNumber }) => blockNumber,
  );
}
