// The whole of grpc-js, with its server and what finds and balances many servers, takes a third longer to load than the parts that a client
// of one known address needs; its package has no entry for these.
// First, as in the index: its modules need one another, and find each other half made in another order.
import { ChannelImplementation } from '@grpc/grpc-js/build/src/channel.js';
import { setup as setUpPickFirst } from '@grpc/grpc-js/build/src/load-balancer-pick-first.js';

// The default policy of every channel. The library's index registers it, and all others.
setUpPickFirst();

export { ChannelImplementation as Channel };

export { CallCredentials } from '@grpc/grpc-js/build/src/call-credentials.js';
export { statusOrFromValue } from '@grpc/grpc-js/build/src/call-interface.js';
export { ChannelCredentials } from '@grpc/grpc-js/build/src/channel-credentials.js';
export { Status } from '@grpc/grpc-js/build/src/constants.js';
export { Metadata } from '@grpc/grpc-js/build/src/metadata.js';
export { registerResolver } from '@grpc/grpc-js/build/src/resolver.js';
