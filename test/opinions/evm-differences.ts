import type { Difference } from './differences.js';
import { reasons } from './reasons.js';

const falsy = [
  '"error": "" beside the result',
  '"error": 0 beside the result',
  '"error": false beside the result',
  '"error": null beside the result',
];

/** The differences of EVM nodes, over HTTP and over websockets. */
export const evmDifferences: readonly Difference[] = [
  {
    kind: 'evm',
    clients: ['ethers'],
    faults: ['a byte order mark'],
    why: reasons.mark,
  },
  {
    kind: 'evm',
    clients: ['curl'],
    faults: ['a byte order mark', 'x-gzip'],
    why: 'curl prints the body as it came, and the program behind it has to decode it; most clients do',
  },
  {
    kind: 'evm',
    clients: ['ethers'],
    faults: ['x-gzip'],
    why: 'RFC 9110 section 8.4.1.3 makes it another name of gzip, which fetch and browsers decode; ethers does not in Node.js',
  },
  {
    kind: 'evm',
    clients: ['curl'],
    faults: ['another chain', 'another chain id as decimal text', 'another chain id, the second time'],
    why: reasons.claim,
  },
  {
    kind: 'evm',
    clients: ['curl'],
    faults: ['EVM over HTTP/2 only'],
    why: 'curl is built with HTTP/2; most other clients of JSON-RPC, viem and ethers in Node.js among them, speak HTTP/1.1',
  },
  {
    kind: 'evm',
    clients: ['viem'],
    faults: ['HTTP 100 before each answer'],
    why: 'every client of HTTP must read past 1xx (RFC 9110, section 15.2); the fetch of Node.js does not for 100 (nodejs/undici#196), which viem uses',
  },
  {
    kind: 'evm',
    clients: ['curl'],
    faults: ['another id', 'no id', 'an id that is a string', 'no jsonrpc'],
    why: 'JSON-RPC 2.0 requires both fields, and the id of the request; clients with several open requests match answers by id',
  },
  {
    kind: 'evm',
    clients: ['curl'],
    faults: [
      'a block that is a string',
      'a block without a number',
      'a block with a short hash',
      'a block without a time',
      'a block number of 2,000 digits',
      'JSON nested 100,000 deep',
      '"error": {} beside the result',
      '"error": [] beside the result',
      '"error": {"code":0,"message":""} beside the result',
    ],
    why: reasons.unread,
  },
  {
    kind: 'evm',
    clients: ['viem'],
    faults: ['a block with a short hash', 'a block without a time', 'a block number of 2,000 digits'],
    why: 'viem turns whatever the fields hold into a block, so the error comes later; ethers refuses all of them',
  },
  {
    kind: 'evm',
    clients: ['viem', 'ethers'],
    faults: ['a chain id that is not reported', 'a chain id that never comes', 'an empty chain id'],
    why: reasons.unknownChain,
  },
  {
    kind: 'evm',
    clients: ['ethers'],
    faults: falsy,
    why: 'viem and what else asks whether the error is true reads the result; the warning says that not every client does',
  },
  {
    kind: 'evm',
    clients: ['curl'],
    faults: ['HTTP 307 to another host', 'HTTP 308 to another host', 'HTTP 307 from http to https'],
    why: 'curl follows redirects only where it is told to (-L); clients of JSON-RPC follow these, and the warning names the url to list',
  },
  {
    kind: 'evm',
    clients: ['ethers'],
    faults: ['HTTP 301 to a node', 'HTTP 302 to a node', 'HTTP 307 with credentials'],
    why: 'ethers sends its POST again after 301 and 302, and to a url with credentials; fetch, which viem uses, does neither',
  },
  {
    kind: 'evm',
    clients: ['viem', 'ethers'],
    faults: ['two redirects'],
    why: 'they follow several redirects; one is followed here, so that an entry names what serves it, or one step before it',
  },
  {
    kind: 'evm',
    clients: ['ethers'],
    faults: ['two chain ids'],
    why: reasons.unsteady,
  },
  {
    kind: 'evm',
    clients: ['viem', 'ethers'],
    faults: ['two chain ids, of which the second is claimed'],
    why: reasons.unsteady,
  },
  {
    kind: 'evm',
    clients: ['ethers'],
    faults: ['timestamps in nanoseconds'],
    why: 'the number is beyond 2^53, which ethers refuses; viem, and clients with 64-bit numbers, read it, and the notice says so',
  },
  {
    kind: 'evm-ws',
    clients: ['undici', 'websockets'],
    faults: ['another chain'],
    why: reasons.claim,
  },
  {
    kind: 'evm-ws',
    clients: ['undici', 'websockets'],
    faults: ['no jsonrpc'],
    why: 'JSON-RPC 2.0 requires the field; strict clients refuse an answer without it',
  },
  {
    kind: 'evm-ws',
    clients: ['undici'],
    faults: ['JSON nested 10,000 deep', '"error": {} beside the result'],
    why: reasons.unread,
  },
  {
    kind: 'evm-ws',
    clients: ['undici'],
    faults: ['a byte order mark'],
    why: "Node.js' own WebSocket removes the mark; viem, ethers and Python's websockets pass it on to their JSON parser, which refuses it",
  },
  {
    kind: 'evm-ws',
    clients: ['websockets'],
    faults: ['a binary message'],
    why: 'Python decodes JSON from bytes too; pages get a Blob, which no client of theirs reads',
  },
  {
    kind: 'evm-ws',
    clients: ['undici', 'websockets'],
    faults: ['a block without a number', 'a block with a short hash', 'a block without a time'],
    why: reasons.unread,
  },
  {
    kind: 'evm-ws',
    clients: ['viem'],
    faults: ['a block with a short hash', 'a block without a time'],
    why: 'viem turns whatever the fields hold into a block, so the error comes later; ethers refuses all of them',
  },
  {
    kind: 'evm-ws',
    clients: ['undici', 'websockets', 'viem', 'ethers'],
    faults: [
      'a subscription with the id true',
      'a subscription with the id 7',
      'a subscription with the id ""',
      'a subscription with the id {}',
    ],
    why: 'geth documents the id as a hex text, and its client in Go decodes it as text; these keep whatever came, and look for it in events',
  },
  {
    kind: 'evm-ws',
    clients: ['viem', 'ethers'],
    faults: ['a subscription with the id null'],
    why: 'null is no subscription, so no events come; they do not look at it',
  },
  {
    kind: 'evm-ws',
    clients: ['ethers'],
    faults: ['another chain'],
    why: 'over websockets, ethers takes the network that it is given, and does not ask for the chain id',
  },
  {
    kind: 'evm-ws',
    clients: ['ethers', 'websockets'],
    faults: ['"error": false beside the result'],
    why: 'viem and what else asks whether the error is true reads the result; the warning says that not every client does',
  },
  {
    kind: 'evm-ws',
    clients: ['ethers'],
    faults: ['answers in another order, among messages that were not requested'],
    why: 'this server answers the block after the next call; ethers makes one call after the other, and so waits',
  },
  {
    kind: 'evm-ws',
    clients: ['viem'],
    faults: ['a chain id that is not reported', 'a chain id that never comes'],
    why: reasons.unknownChain,
  },
  {
    kind: 'evm-ws',
    clients: ['websockets'],
    faults: ['RSA key exchange (TLS 1.2)'],
    why: reasons.cipher,
  },
];
