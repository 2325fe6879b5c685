import { defineCheck } from '../check.js';
import { cosmosClaimFields, readCosmosClaim } from './claim.js';
import { describeGrpc } from './facts.js';
import { judgeGrpc, judgeGrpcClaim } from './judge.js';
import { grpcRules } from './rules.js';
import { grpcExample, readGrpcUrl } from './url.js';

/** gRPC endpoints of Cosmos SDK nodes. */
export const grpcCheck = defineCheck({
  kind: 'grpc',
  title: 'gRPC',
  urlForm: 'host:port',
  field: 'grpc_endpoint',
  aliases: ['endpoint', 'endpoint_url', 'grpc', 'grpc_url', 'grpc_address'],
  example: grpcExample,
  description: 'gRPC endpoints of Cosmos SDK nodes, as host:port.',
  idFamily: 'cosmos',
  rules: grpcRules,
  readUrl: readGrpcUrl,
  isChainId: (text) => text.trim() !== '',
  normalizeChainId: (text) => text,
  claimFields: cosmosClaimFields,
  readClaim: readCosmosClaim,
  loadProbe: async () => (await import('./probe.js')).probeGrpc,
  judge: judgeGrpc,
  judgeClaim: judgeGrpcClaim,
  describe: describeGrpc,
});
