/** The bounds of one attempt, within the budget of the entry. Times are of the loop clock; bytes are those received by the system's socket. */
export const limits = {
  /** Resolving a name. */
  dnsMs: 3_000,
  /** Connecting over TCP. A TLS handshake may take the rest of the budget. */
  connectMs: 5_000,
  /** Wait for a TLS handshake before plaintext is tried too, if an endpoint may use either. */
  tlsAloneMs: 5_000,
  /** Bytes that TLS may receive beyond a quarter of the data. The largest handshake that OpenSSL accepts has 100 KiB of certificates. */
  tlsBytes: 256 << 10,
  /** Wait for an address before the next one is tried in parallel (RFC 8305 section 5). */
  attemptDelayMs: 250,
  /** Addresses tried for one host. */
  addresses: 6,
  /** Addresses that a name may have; a hostile name server may return thousands. */
  addressesOfName: 64,
  /** A gRPC message, after decompression. */
  grpcMessageBytes: 1 << 20,
  /** Everything that a gRPC connection may receive: answers and the frames around them. */
  grpcConnectionBytes: 3 << 20,
  /** An HTTP body, after decompression. */
  httpBodyBytes: 2 << 20,
  httpHeaderBytes: 16 << 10,
  /** The beginning of a page that is searched for what it says: its head and first words. */
  pageBytes: 4_096,
  /** Everything that an HTTP connection may receive for one answer: header, body and framing. */
  httpAnswerBytes: 3 << 20,
  /** Everything that a websocket may receive, in bytes and in messages and pings. Also bounds the fragments of one message. */
  websocketBytes: 3 << 20,
  websocketFrames: 1_000,
  /** A phase of the handshake of a peer. A node ends one after 3 s. */
  peerPhaseMs: 5_000,
  /** Frames of 1 KiB that a peer may send. What it says of itself has ten at most. */
  peerFrames: 40,
  /** From the end of a connection to a peer to the beginning of the next one. A node refuses a second connection from one address. */
  peerSpacingMs: 1_500,
  /** Connections to a place in search of ids. Their result stands for all further ids that are listed there. */
  peerConnections: 6,
  /** From the opening of a tunnel to the first byte of a proxy that answers in the target's place. */
  proxyAnswerMs: 500,
  /** Services in one list, and the length of a name in UTF-16 code units. */
  services: 2_000,
  serviceNameLength: 256,
} as const;
