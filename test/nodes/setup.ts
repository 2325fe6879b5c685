import {
  buildComet,
  buildCosmosNode,
  buildGeth,
  type CometLine,
  cometLines,
  type SdkLine,
  sdkLines,
} from './build.js';
import { installClients } from '../opinions/install-clients.js';
import { installEnvoy } from './envoy.js';
import { installPeers } from './peers.js';

/** Building takes longer than a test may. */
export default async function setup(): Promise<void> {
  // One after the other: a compiler uses every core.
  for (const line of Object.keys(sdkLines)) await buildCosmosNode(line as SdkLine);
  for (const line of Object.keys(cometLines)) await buildComet(line as CometLine);
  await buildGeth();
  await installEnvoy();
  await installPeers();
  await installClients();
}
