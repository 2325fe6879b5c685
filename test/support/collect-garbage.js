// Loaded before the program, by `NODE_OPTIONS=--import`, with `--expose-gc`: collects garbage soon after each end of a TLS connection, so that a
// native object that the program let go of too early is freed while it is still in use. With MALLOC_PERTURB_ of glibc, which overwrites what is
// freed, the process then crashes.
import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

// eslint-disable-next-line @typescript-eslint/unbound-method -- it is called with the socket
const { destroy } = Socket.prototype;

/** Of the event loop, in which a connection lets go of its native object. */
const ticks = 3;

function collectAfter(/** @type {number} */ left) {
  process.nextTick(() => (left === 0 ? globalThis.gc?.() : collectAfter(left - 1)));
}

Socket.prototype.destroy = function (/** @type {Error | undefined} */ error) {
  const destroyed = destroy.call(this, error);
  if (this instanceof TLSSocket) collectAfter(ticks);
  return destroyed;
};
