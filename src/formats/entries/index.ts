import { endpointKinds } from '../../model/endpoint-kind.generated.js';
import { type JsonObject, isJsonObject } from '../../model/json.js';
import { type ClaimField, describeMissing, type Format } from '../format.js';
import { otherFile } from '../layout.js';
import { validate } from './validator.generated.js';

/** Of any kind, so a number is as good as a string. */
const claim: ClaimField = {
  name: 'chainId',
  aliases: [],
  derived: false,
  readChainId: (value) =>
    typeof value === 'string' || typeof value === 'number' ? { chainId: String(value) } : 'malformed',
  description: 'The chain id that the endpoint must report.',
  example: 'cosmoshub-4',
};

const content: JsonObject = {
  type: 'object',
  required: ['kind', 'url'],
  properties: {
    kind: {
      title: 'kind',
      description: `What it is: ${endpointKinds.join(', ')}.`,
      type: 'string',
      examples: ['evm'],
    },
    url: {
      title: 'url',
      description: 'Its address as the list has it.',
      type: 'string',
      examples: ['https://rpc.example.com'],
    },
    chain: {
      title: 'chain',
      description: 'Its chain. Endpoints of one chain are compared with each other.',
      type: ['string', 'null'],
      examples: ['ethereum'],
    },
    chainId: { title: 'chainId', description: claim.description, examples: [1, 'cosmoshub-4'] },
    provider: {
      title: 'provider',
      description: 'Who operates it.',
      type: ['string', 'null'],
      examples: ['Example Validator'],
    },
    source: {
      title: 'source',
      description: 'Where the list has it: findings are shown there.',
      type: ['object', 'null'],
      required: ['file', 'line'],
      properties: {
        file: {
          title: 'file',
          description: 'A path relative to the working directory, with forward slashes.',
          type: 'string',
          examples: ['src/chains/mainnet.ts'],
        },
        line: { title: 'line', description: 'Its line, from 1.', type: 'integer', examples: [12] },
      },
    },
  },
  examples: [{ kind: 'evm', url: 'https://rpc.example.com', chain: 'ethereum', chainId: 1 }],
};

/** Plain entries, one JSON object a line: what a script writes for a list that no format reads. */
export const entries: Format = {
  name: 'entries',
  title: 'plain entries, one JSON object a line, which a script makes of any list',
  layout: {
    examplePath: 'entries.jsonl',
    trees: [''],
    // No directory is searched for them: scripts write them anywhere, and other tools use the same file name extension.
    isRoot: () => false,
    locate: () => otherFile,
  },
  findMisfit: (value) => describeMissing(value, ['kind', 'url']),
  chains: '',
  // The chain id stands for a chain without a name.
  readChain: (entry) => {
    const { chain, chainId } = isJsonObject(entry) ? entry : {};
    const [name = null] = [chain, chainId].flatMap((value) =>
      (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : [],
    );
    return { name, status: 'live' };
  },
  // A script may join the lists of several registries.
  groupOf: null,
  lists: endpointKinds.map((kind) => ({
    kind,
    pointer: '/url',
    form: 'string',
    aliases: [],
    // It is unknown what the original list allows.
    addressForms: { allowPlaintext: true, allowScheme: true, allowPath: true, allowPlaceholder: true },
    claims: [claim],
  })),
  entryFields: {
    address: { name: 'url', aliases: ['address', 'uri', 'endpoint'] },
    provider: { name: 'provider', aliases: ['operator'] },
    providerPolicy: 'optional',
  },
  schema: {
    file: 'entries',
    title: 'A plain entry',
    description:
      'One endpoint of any list, as a script writes it: one such object a line. Other fields are free.',
    content,
    validate,
  },
  syntaxes: ['json-lines'],
  unchangeable: 'a script makes these entries: change the list that it reads',
};
