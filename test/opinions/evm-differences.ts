import type { Difference } from './differences.js';

const falsy = [
  '"error": "" beside the result',
  '"error": 0 beside the result',
  '"error": false beside the result',
  '"error": null beside the result',
];

/** The differences of EVM nodes, over HTTP and over websockets; their reasons may hold for other kinds too. */
export const evmDifferences: readonly Difference[] = [
  {
    why: 'browsers and fetch remove the mark; the warning says that others refuse it',
    cases: [['evm', ['ethers', 'web3', 'cast', 'ethclient'], ['a byte order mark']]],
  },
  {
    why: 'RFC 9110 section 8.4.1.3 makes it another name of gzip, which fetch and browsers decode; the warning says that others do not',
    cases: [['evm', ['ethers', 'cast', 'ethclient'], ['x-gzip']]],
  },
  {
    why: 'these speak HTTP/2; viem, ethers and web3.js in Node.js, on which most bots run, do not',
    surprises: true,
    cases: [['evm', ['curl', 'cast', 'ethclient'], ['EVM over HTTP/2 only']]],
  },
  {
    why: 'every client of HTTP must read past 1xx (RFC 9110, section 15.2); the fetch of Node.js does not for 100 (nodejs/undici#196), which viem uses',
    cases: [['evm', ['viem'], ['HTTP 100 before each answer']]],
  },
  {
    why: 'JSON-RPC 2.0 requires both fields; ethers stops at another id, web3.js at a missing field',
    surprises: true,
    cases: [
      [
        'evm',
        ['curl', 'viem', 'cast', 'ethclient'],
        ['another id', 'no id', 'an id that is a string', 'no jsonrpc'],
      ],
      ['evm', ['web3'], ['another id', 'an id that is a string']],
      ['evm', ['ethers'], ['no jsonrpc']],
    ],
  },
  {
    why: 'ethers sends several calls as one array, and takes an array for one call too; all others refuse it',
    cases: [['evm', ['ethers'], ['an array']]],
  },
  {
    why: 'they turn whatever the fields hold into a block, so the error comes later; ethers refuses each of these, and go-ethereum or cast too',
    cases: [
      [
        'evm',
        ['viem', 'web3'],
        ['a block with a short hash', 'a block without a time', 'a block number of 2,000 digits'],
      ],
      ['evm', ['cast'], ['a block without a time']],
      ['evm-ws', ['viem', 'web3'], ['a block with a short hash', 'a block without a time']],
      ['evm-ws', ['cast'], ['a block without a time']],
    ],
  },
  {
    why: 'go-ethereum computes the hash of a block, and does not read the one that is answered',
    cases: [
      ['evm', ['ethclient'], ['a block with a short hash']],
      ['evm-ws', ['ethclient'], ['a block with a short hash']],
    ],
  },
  {
    why: 'the block is answered; wallets, which ask for the chain id first, get none',
    surprises: true,
    cases: [
      [
        'evm',
        ['viem', 'ethers', 'ethclient'],
        ['a chain id that is not reported', 'a chain id that never comes', 'an empty chain id'],
      ],
      ['evm', ['web3', 'cast'], ['a chain id that is not reported', 'a chain id that never comes']],
      [
        'evm-ws',
        ['viem', 'web3', 'cast', 'ethclient'],
        ['a chain id that is not reported', 'a chain id that never comes'],
      ],
      ['evm-ws', ['viem', 'ethers', 'ethclient'], ['an empty chain id']],
    ],
  },
  {
    why: 'ethers sends its POST again after 301 and 302; all others GET what is there, as RFC 9110 section 15.4 allows',
    cases: [['evm', ['ethers'], ['HTTP 301 to a node', 'HTTP 302 to a node']]],
  },
  {
    why: 'they send the credentials along, which are then public; an entry of a registry must work without any',
    cases: [['evm', ['ethers', 'web3', 'cast', 'ethclient'], ['HTTP 307 with credentials']]],
  },
  {
    why: 'they follow to plain http, where anyone on the way can change the answer; ethers does not',
    surprises: true,
    cases: [['evm', ['viem', 'web3', 'cast', 'ethclient'], ['HTTP 307 from https to http']]],
  },
  {
    why: 'they follow it; a report has no room for such a url, and an entry could not list it',
    cases: [
      ['evm', ['viem', 'ethers', 'web3', 'cast', 'ethclient'], ['HTTP 307 to a url of 2,000 characters']],
    ],
  },
  {
    why: 'they follow several redirects; here one is followed, so an entry names what serves it, or one step before',
    surprises: true,
    cases: [['evm', ['viem', 'ethers', 'web3', 'cast', 'ethclient'], ['two redirects']]],
  },
  {
    why: 'viem, ethers, web3.js and cast read the number',
    surprises: true,
    cases: [
      [
        'evm',
        ['ethclient'],
        [
          'a chain id as decimal text',
          'a chain id as a number',
          'a chain id with leading zeros',
          'a block with a decimal number',
          'a block with a decimal time',
          'a block with leading zeros',
        ],
      ],
      [
        'evm-ws',
        ['ethclient'],
        [
          'a chain id as a number',
          'a chain id with leading zeros',
          'a block with a decimal number',
          'a block with a decimal time',
          'a block with leading zeros',
        ],
      ],
    ],
  },
  {
    why: 'clients that only test whether the error is truthy, such as viem, read the result',
    surprises: true,
    cases: [
      ['evm', ['ethers', 'cast', 'ethclient'], falsy],
      ['evm', ['web3'], falsy.slice(0, 3)],
      ['evm-ws', ['ethers', 'web3', 'cast', 'ethclient', 'websockets'], ['"error": false beside the result']],
      ['evm-ws', ['ethers', 'cast', 'ethclient'], ['"error": null beside the result']],
    ],
  },
  {
    why: 'ethers refuses a number beyond 2^53, and cast crashes where it prints the date; viem, web3.js and ethclient read it, and the notice says that it misleads',
    cases: [['evm', ['ethers', 'cast'], ['timestamps in nanoseconds']]],
  },
  {
    why: 'browsers and Node.js connect; clients written in Go and Python refuse',
    surprises: true,
    cases: [
      ['evm', ['cast', 'ethclient'], ['RSA key exchange (TLS 1.2)', 'a certificate with a common name only']],
      ['evm-ws', ['cast', 'ethclient'], ['a certificate with a common name only']],
      ['evm-ws', ['websockets', 'cast', 'ethclient'], ['RSA key exchange (TLS 1.2)']],
      ['ws', ['websockets'], ['RSA key exchange (TLS 1.2)']],
      ['rest', ['cosmpy'], ['a certificate with a common name only']],
      ['rest', ['cosmpy'], ['RSA key exchange (TLS 1.2)']],
    ],
  },
  {
    why: 'JSON-RPC 2.0 requires the field; web3.js and ethclient take a message without it for no answer, and wait',
    cases: [['evm-ws', ['undici', 'websockets', 'viem', 'ethers', 'cast'], ['no jsonrpc']]],
  },
  {
    why: 'they read block 0 like any other block; only eth_syncing tells a node that has none of the chain from a new chain',
    cases: [
      ['evm', ['curl', 'viem', 'ethers', 'web3', 'cast', 'ethclient'], ['a node that never synced']],
      [
        'evm-ws',
        ['undici', 'websockets', 'viem', 'ethers', 'web3', 'cast', 'ethclient'],
        ['a node that never synced'],
      ],
    ],
  },
  {
    why: 'ethclient takes the answers of a batch from any message that is an array; all others refuse it',
    cases: [['evm-ws', ['ethclient'], ['an array']]],
  },
  {
    why: 'over websockets answers are matched by their id, which JSON-RPC 2.0 requires to be the same; web3.js compares it as text, and all others wait',
    cases: [['evm-ws', ['web3'], ['an id that is a string']]],
  },
  {
    why: "Node.js' own WebSocket removes the mark; viem, ethers and Python's websockets pass it on to their JSON parser, which refuses it",
    cases: [['evm-ws', ['undici'], ['a byte order mark']]],
  },
  {
    why: 'Python decodes JSON from bytes too; pages get a Blob, which no client of theirs reads',
    cases: [['evm-ws', ['websockets'], ['a binary message']]],
  },
  {
    why: 'geth documents the id as a hex string, and ethclient refuses anything else; these keep whatever came, and look for it in events',
    cases: [
      [
        'evm-ws',
        ['undici', 'websockets', 'viem', 'ethers', 'web3'],
        ['a subscription with the id true', 'a subscription with the id 7', 'a subscription with the id {}'],
      ],
    ],
  },
  {
    why: 'geth documents the id as a hex string, and ethclient refuses anything else; cast takes a number too',
    cases: [['evm-ws', ['cast'], ['a subscription with the id 7']]],
  },
  {
    why: 'null is no subscription, so no events come; they do not look at it',
    cases: [['evm-ws', ['viem', 'ethers', 'ethclient'], ['a subscription with the id null']]],
  },
  {
    why: 'over websockets, ethers takes the network that it is given, and does not ask for the chain id',
    cases: [['evm-ws', ['ethers'], ['another chain']]],
  },
  {
    why: 'this server answers the block after the next call; these make one call after the other, and so wait',
    cases: [
      [
        'evm-ws',
        ['ethers', 'web3', 'cast', 'ethclient'],
        ['answers in another order, among messages that were not requested'],
      ],
    ],
  },
  {
    why: 'by default it refuses messages above 1 MiB; all others read the block',
    surprises: true,
    cases: [['evm-ws', ['websockets'], ['a block of 32,000 transactions']]],
  },
  {
    why: 'over wss cast trusts no authority but those that it was built with, and so not that of these tests',
    cases: [['evm-ws', ['cast'], ['a healthy node with TLS', 'a certificate that expires within two weeks']]],
  },
];
