import type { ChannelOptions, experimental } from '@grpc/grpc-js';
import { registerResolver, statusOrFromValue } from './library.js';

/** The scheme of targets whose addresses are given with the channel's options. */
export const pinnedScheme = 'pinned';

const optionName = 'endpoint-check.addresses';

/** The channel options that carry the addresses to dial; aborting the signal destroys what is still connecting. */
export function pinAddresses(
  addresses: readonly string[],
  port: number,
  signal: AbortSignal,
): ChannelOptions {
  // grpc-js hands each address as it is to net.connect, whose options may hold a signal. Without it a socket that
  // nobody answers outlives its channel by the system's own time-out, minutes, and the process with it.
  const pinned = addresses.map((host) => ({
    host,
    port,
    get signal() {
      // grpc-js dials once more a second after a failure, its channel closed or not, and net.connect connects even
      // where the signal was aborted before: only an error here keeps it from doing so.
      signal.throwIfAborted();
      return signal;
    },
  }));
  return { [optionName]: pinned };
}

/** Gives grpc-js addresses that were resolved and judged before, IPv4 and IPv6 together, so that it asks no name server. */
class PinnedResolver implements experimental.Resolver {
  readonly #listener: experimental.ResolverListener;
  readonly #addresses: experimental.SubchannelAddress[];
  #told = false;
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
    // Asked again after each failure to connect: an answer, always the same, would be followed by the next question for ever.
    if (this.#told) return;
    this.#told = true;
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
