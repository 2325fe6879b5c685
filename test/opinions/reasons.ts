/** Reasons that apply to several kinds. */
export const reasons = {
  claim: 'they do not compare chain ids; wallets that trust the registry would show another chain',
  alpn: 'gRPC clients not written in Go connect',
  cipher: 'browsers and Node.js connect; clients written in Go and Python refuse',
  notFollowed:
    'curl follows redirects only with -L; other clients follow these, and the warning names the url to list',
  unsteady:
    'the answers name two chains in turn, so a client fails by chance; no answer proves which is wrong, and the warning says so',
  unread:
    'there is a result, but not the requested one, so a client that reads it fails; they do not read it',
  envelope: 'JSON-RPC 2.0 requires both fields; ethers stops at another id, web3.js at a missing field',
  mark: 'browsers and fetch remove the mark; the warning says that others refuse it',
  unknownChain: 'the block is answered; wallets, which ask for the chain id first, get none',
  quantity: 'viem, ethers, web3.js and cast read the number',
  besideResult: 'clients that only test whether the error is truthy, such as viem, read the result',
  anyBlock:
    'they turn whatever the fields hold into a block, so the error comes later; ethers refuses each of these, and go-ethereum or cast too',
  ownHash: 'go-ethereum computes the hash of a block, and does not read the one that is answered',
  noChainId: 'the node is up and answers all else; that its chain is not known is a notice',
  empty: 'every node fills in GetNodeInfo; they give missing fields default values',
} as const;
