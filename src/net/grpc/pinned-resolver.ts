import type { ChannelOptions, experimental } from '@grpc/grpc-js';
import { registerResolver, statusOrFromValue } from './library.js';

/** The scheme of targets whose addresses are in the channel's options. */
export const pinnedScheme = 'pinned';

const optionName = 'endpoint-check.addresses';

/** The channel options that carry the addresses to connect to; aborting the signal destroys sockets that are still connecting. */
export function pinAddresses(
  addresses: readonly string[],
  port: number,
  signal: AbortSignal,
): ChannelOptions {
  // grpc-js has no time-out for connecting (https://github.com/grpc/grpc-node/issues/2785) and passes each address verbatim to
  // net.connect, whose options may hold a signal (https://github.com/nodejs/node/pull/37735). Without it a socket without an answer
  // outlives its channel by the system's own time-out, minutes, and the process with it.
  const pinned = addresses.map((host) => ({
    host,
    port,
    get signal() {
      // grpc-js connects once more a second after a failure, its channel closed or not, and net.connect connects even
      // with a signal that was aborted before: only an error here prevents it.
      signal.throwIfAborted();
      return signal;
    },
  }));
  return { [optionName]: pinned };
}

/** Provides grpc-js with addresses that were resolved and judged before, IPv4 and IPv6 together, so that it queries no name server. */
class PinnedResolver implements experimental.Resolver {
  readonly #listener: experimental.ResolverListener;
  readonly #addresses: experimental.SubchannelAddress[];
  #resolved = false;
  #destroyed = false;

  constructor(
    _target: experimental.GrpcUri,
    listener: experimental.ResolverListener,
    options: ChannelOptions,
  ) {
    this.#listener = listener;
    this.#addresses = options[optionName] as experimental.SubchannelAddress[];
  }

  updateResolution(): void {
    // Called again after each failure to connect. Resolving again would loop forever: https://github.com/grpc/grpc-node/pull/2609.
    if (this.#resolved) return;
    this.#resolved = true;
    process.nextTick(() => {
      if (this.#destroyed) return;
      const endpoints = this.#addresses.map((address) => ({ addresses: [address] }));
      this.#listener(statusOrFromValue(endpoints), {}, null, '');
    });
  }

  destroy(): void {
    this.#destroyed = true;
  }

  static getDefaultAuthority(target: experimental.GrpcUri): string {
    return target.path;
  }
}

registerResolver(pinnedScheme, PinnedResolver);
