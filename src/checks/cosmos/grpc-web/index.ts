import { defineCheck } from '../../check.js';
import { cosmosChainId } from '../chain-id.js';
import { httpCorrections } from '../../url/scheme-corrections.js';
import { describeGrpcWeb } from './facts.js';
import { judgeGrpcWeb, judgeGrpcWebClaim } from './judge.js';
import { grpcWebRules } from './rules.js';
import { grpcWebExample, readGrpcWebUrl } from './url.js';

/** gRPC-web endpoints of Cosmos SDK nodes. */
export const grpcWebCheck = defineCheck({
  kind: 'grpc-web',
  title: 'gRPC-web',
  urlForm: 'url',
  example: grpcWebExample,
  description: 'gRPC-web endpoints of Cosmos SDK nodes, as full https urls.',
  ...cosmosChainId,
  rules: grpcWebRules,
  adHocForms: { allowPlaintext: true },
  readUrl: readGrpcWebUrl,
  corrections: httpCorrections,
  loadProbe: async () => (await import('./probe.js')).probeGrpcWeb,
  judge: judgeGrpcWeb,
  judgeClaim: judgeGrpcWebClaim,
  describe: describeGrpcWeb,
});
