import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { chooseCoding, type Coding } from './choose-coding.js';
import type { Body } from './reply.js';

/** Smaller bodies hardly shrink. */
const minimumBytes = 1_024;
/** Of 11: compresses lists as well as gzip's best, in a tenth of the time that 11 takes. */
const brotliQuality = 5;

const compressors: Readonly<Record<Exclude<Coding, 'identity'>, (body: Body) => Promise<Uint8Array>>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: promisify<Body, Buffer>(gzip),
};

/** The compressed forms of a body. Each is created once, on demand, in a thread of libuv's pool. */
export class CompressedBody {
  readonly #body: Body;
  readonly #forms = new Map<Coding, Promise<Body>>();

  constructor(body: Body) {
    this.#body = body;
  }

  /** The coding of the body for a client, by its `Accept-Encoding`. */
  choose(acceptEncoding: string | undefined): Coding {
    return Buffer.byteLength(this.#body) < minimumBytes ? 'identity' : chooseCoding(acceptEncoding);
  }

  /** The body in a coding. */
  encode(coding: Coding): Promise<Body> {
    const form =
      this.#forms.get(coding) ??
      (coding === 'identity' ? Promise.resolve(this.#body) : compressors[coding](this.#body));
    this.#forms.set(coding, form);
    return form;
  }
}
