/** How often each branch was taken, by its number; a count begins again after 255. */
export const counters = new Uint8Array(1 << 14);
