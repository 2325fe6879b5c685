import type { BankOptions } from './bank.js';
import type { SandboxLog } from './evm-logs.js';

const [alice, bob] = [`0x${'a1'.repeat(20)}`, `0x${'b0'.repeat(20)}`];
const token = '0x00000000000000000000000000000000000070ce';
/** The bech32 address of 32 zero bytes. */
const cw20 = `snd1${'q'.repeat(52)}sypvhr`;
/** keccak256 of "Transfer(address,address,uint256)": ERC-20. */
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** The lists of a network in the demo's registry, by file name. */
export const demoLists: Readonly<Record<string, readonly object[]>> = {
  'assets.json': [{ denom: 'usand', symbol: 'SAND', decimals: 6, description: 'The coin of the sandbox' }],
  'erc20.json': [{ address: token, symbol: 'TKN', decimals: 18 }],
  'cw20.json': [{ address: cw20, symbol: 'CWT', decimals: 6 }],
};

/** The bank state of its gRPC nodes. */
export const demoBank: BankOptions = {
  balances: {
    usand: [
      { address: 'sandbox1alice', amount: '9007199254740993' },
      { address: 'sandbox1bob', amount: '7' },
    ],
  },
  denomMetadata: {
    usand: {
      description: 'The coin of the sandbox',
      denom_units: [{ denom: 'usand' }, { denom: 'sand', exponent: 6 }],
      base: 'usand',
      display: 'sand',
      name: 'Sand',
      symbol: 'SAND',
    },
  },
};

/** The events of its EVM nodes: two transfers of the token. */
export const demoLogs: readonly SandboxLog[] = [
  logTransfer(68_900, alice, bob, 1_500),
  logTransfer(68_940, bob, alice, 500),
];

/** A call of the query API, as arguments of `query`, and strings that its answer contains. */
export interface DemoCall {
  readonly args: readonly string[];
  readonly holds: readonly string[];
}

/** One call of each route. */
export function listDemoCalls(network: string): readonly DemoCall[] {
  return [
    { args: ['assets', network], holds: ['usand'] },
    { args: ['asset', network, 'SAND'], holds: ['The coin of the sandbox'] },
    { args: ['erc20-assets', network], holds: [token] },
    { args: ['erc20-asset', network, token], holds: ['TKN'] },
    { args: ['cw20-assets', network], holds: [cw20] },
    { args: ['cw20-asset', network, cw20], holds: ['CWT'] },
    {
      args: [
        'account-transfer-events',
        network,
        '--address',
        alice,
        '--contract-address',
        token,
        '--token-type',
        'ERC20',
      ],
      holds: ['"1500"', '"500"'],
    },
    {
      args: ['transactions-by-event', network, '--topics', transfer, '--offset', '1'],
      holds: ['"blockNumber":68940', '"next":"'],
    },
    { args: ['holders', network, '--denom', 'usand', '--keyword', 'alice'], holds: ['9007199254740993'] },
    { args: ['holder-summary', network, '--denom', 'usand'], holds: ['9007199254741000', '"holderCount":2'] },
  ];
}

function logTransfer(blockNumber: number, from: string, to: string, amount: number): SandboxLog {
  const word = (digits: string) => `0x${digits.padStart(64, '0')}`;
  return {
    address: token,
    topics: [transfer, word(from.slice(2)), word(to.slice(2))],
    data: word(amount.toString(16)),
    blockNumber,
    transactionHash: `0x${blockNumber.toString(16).padStart(64, 'c')}`,
    transactionIndex: 0,
    logIndex: 0,
  };
}
