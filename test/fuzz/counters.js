/** How often each branch was taken, by its number; a count restarts after 255. */
export const counters = new Uint8Array(1 << 14);
