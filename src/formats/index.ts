import { chainRegistry } from './chain-registry/index.js';
import { chainlist } from './chainlist/index.js';
import { defillama } from './defillama/index.js';
import { entries } from './entries/index.js';
import { ethereumLists } from './ethereum-lists/index.js';
import type { Format } from './format.js';
import { hyperlane } from './hyperlane/index.js';
import { keplr } from './keplr/index.js';
import { manifest } from './manifest/index.js';
import { pingpub } from './pingpub/index.js';
import { superchain } from './superchain/index.js';
import { zoneChains } from './zone-chains/index.js';

/** The formats of registries, in the order in which they are tried on the content of a file. A new format is a directory and a line here. */
export const formats: readonly Format[] = [
  chainRegistry,
  manifest,
  keplr,
  ethereumLists,
  pingpub,
  zoneChains,
  hyperlane,
  superchain,
  defillama,
  entries,
  // Last, since almost any file of another format has one of its fields.
  chainlist,
];
