import solc from 'solc';
import { word } from '../support/sandbox-logs.js';

/** Minimal tokens that log what the standards require (ERC-20, ERC-721, ERC-1155), and keep no balances. */
const source = `
// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

contract Fungible {
  event Transfer(address indexed from, address indexed to, uint256 value);
  function send(address from, address to, uint256 value) external { emit Transfer(from, to, value); }
  function sendTwice(address from, address to, uint256 value) external {
    emit Transfer(from, to, value);
    emit Transfer(to, from, value + 1);
  }
}

contract Collectible {
  event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
  function send(address from, address to, uint256 tokenId) external { emit Transfer(from, to, tokenId); }
}

contract Multi {
  event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);
  event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values);
  function send(address from, address to, uint256 id) external {
    emit TransferSingle(msg.sender, from, to, id, id * 2);
  }
  function sendBatch(address from, address to, uint256 count) external {
    uint256[] memory ids = new uint256[](count);
    uint256[] memory values = new uint256[](count);
    for (uint256 at = 0; at < count; at++) (ids[at], values[at]) = (at, type(uint256).max - at);
    emit TransferBatch(msg.sender, from, to, ids, values);
  }
}`;

interface Contract {
  readonly evm: {
    readonly bytecode: { readonly object: string };
    readonly methodIdentifiers: Readonly<Record<string, string>>;
  };
}

type Compiled = Readonly<Record<'contracts', Readonly<Record<'tokens', Readonly<Record<string, Contract>>>>>>;

/** The package has no type for it. */
const compile = solc.compile as (input: string) => string;

/** Compiles the tokens. */
export function compileTokens() {
  const settings = {
    // Older than the EVM of any node.
    evmVersion: 'paris',
    outputSelection: { '*': { '*': ['evm.bytecode.object', 'evm.methodIdentifiers'] } },
  };
  const input = { language: 'Solidity', sources: { tokens: { content: source } }, settings };
  const { contracts } = JSON.parse(compile(JSON.stringify(input))) as Compiled;
  const read = (name: string) => {
    const evm = contracts.tokens[name]?.evm;
    if (evm === undefined) throw new Error(`${name} did not compile`);
    return {
      bytecode: `0x${evm.bytecode.object}`,
      /** The data of a call of a function that takes two addresses and a number. */
      encode: (method: string, from: string, to: string, value: number | bigint) => {
        const selector = evm.methodIdentifiers[`${method}(address,address,uint256)`];
        if (selector === undefined) throw new Error(`${name} has no ${method}`);
        return `0x${selector}${[from, to, value].map(word).join('')}`;
      },
    };
  };
  return { Fungible: read('Fungible'), Collectible: read('Collectible'), Multi: read('Multi') };
}
