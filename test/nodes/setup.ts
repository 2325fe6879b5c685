import { buildCosmosNode, type SdkLine, sdkLines } from './build.js';
import { installClients } from '../opinions/install-clients.js';
import { installPeers } from './peers.js';

/** Building takes longer than a test may. */
export default async function setup(): Promise<void> {
  // One after the other: a compiler takes every core.
  for (const line of Object.keys(sdkLines)) await buildCosmosNode(line as SdkLine);
  await installPeers();
  await installClients();
}
