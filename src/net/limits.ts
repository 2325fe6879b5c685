/**
 * The bounds of one attempt. The budget of the whole entry comes on top and always wins. Times are of the loop's clock, bytes those that the
 * system's socket received.
 */
export const limits = {
  /** Resolving a name. */
  dnsMs: 3_000,
  /** Connecting over TCP; a TLS handshake may take what is left of the budget. */
  connectMs: 5_000,
  /** How long a TLS handshake is waited for alone where an endpoint may be one without TLS. */
  tlsAloneMs: 5_000,
  /** What TLS may receive for itself, beside a quarter of the data: the largest handshake that OpenSSL takes has 100 KiB of certificates. */
  tlsBytes: 256 << 10,
  /** When the next address of a host is tried beside the one that has not answered (RFC 8305 section 5). */
  attemptDelayMs: 250,
  /** Addresses of one host that are tried; a hostile name server may return hundreds. */
  addresses: 6,
  /** One gRPC message, after decompression. */
  grpcMessageBytes: 1 << 20,
  /** All that one connection may receive: the answers that are read, and frames around them. */
  grpcConnectionBytes: 3 << 20,
  /** One HTTP body, after decompression; requests ask for none. */
  httpBodyBytes: 2 << 20,
  httpHeaderBytes: 16 << 10,
  /** All that an HTTP connection may receive for one answer: header, body, and what is around them. */
  httpAnswerBytes: 3 << 20,
  /** All that a websocket may receive, and in how many messages and pings; fragments of one message count by themselves. */
  websocketBytes: 3 << 20,
  websocketFrames: 1_000,
  /** Services that one list may name, and the length of a name in UTF-16 code units. */
  services: 2_000,
  serviceNameLength: 256,
} as const;
