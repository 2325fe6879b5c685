import { defineCheck } from '../../check.js';
import { cosmosChainId } from '../judge.js';
import { describePeer, judgePeer, judgePeerClaim } from './judge.js';
import { peerRules } from './rules.js';
import { peerCorrections, peerExample, readPeerUrl } from './url.js';

export const peerCheck = defineCheck({
  kind: 'peer',
  title: 'CometBFT peer',
  urlForm: 'id@host:port',
  example: peerExample,
  description: 'p2p addresses of CometBFT nodes, as id@host:port.',
  ...cosmosChainId,
  noun: 'a CometBFT peer',
  listing: 'list it as a peer, as id@host:port',
  bindHint: '(CometBFT listens for peers at 26656 unless [p2p] laddr in config.toml says otherwise)',
  peerToPeer: true,
  rules: peerRules,
  readUrl: readPeerUrl,
  corrections: peerCorrections,
  loadProbe: () => import('./probe.js'),
  judge: judgePeer,
  judgeClaim: judgePeerClaim,
  describe: describePeer,
});
