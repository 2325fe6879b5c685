import { defineNodeCheck } from '../../node/facts.js';
import { cosmosChainId } from '../judge.js';
import { grpcCorrections, grpcExample, readGrpcUrl } from './corrections.js';
import { grpcFacts } from './judge.js';
import { grpcRules } from './rules.js';

export const grpcCheck = defineNodeCheck({
  kind: 'grpc',
  title: 'gRPC',
  urlForm: 'host:port',
  example: grpcExample,
  description: 'gRPC endpoints of Cosmos SDK nodes, as host:port.',
  ...cosmosChainId,
  noun: 'a gRPC server',
  listing: 'list it as grpc, as host:port',
  bindHint: '(a Cosmos SDK node binds gRPC to localhost by default)',
  statusHints: {
    all: 'pass gRPC on to the node (with nginx, grpc_pass grpc://…), or list the port that does',
  },
  hostWords: ['grpc'],
  sharesAddressWith: ['grpc-web'],
  rules: grpcRules,
  readUrl: readGrpcUrl,
  corrections: grpcCorrections,
  loadProbe: () => import('./probe.js'),
  kindFacts: grpcFacts,
});
