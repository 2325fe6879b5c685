import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { chooseCoding, type Coding } from './choose-coding.js';

/** Smaller texts are hardly smaller compressed. */
const minimumBytes = 1_024;
/** Of 11: for lists as small as gzip's best, in a tenth of the time that 11 takes. */
const brotliQuality = 5;

const compressors: Readonly<Record<Exclude<Coding, 'identity'>, (text: string) => Promise<Uint8Array>>> = {
  br: (text) =>
    promisify(brotliCompress)(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  gzip: promisify<string, Buffer>(gzip),
};

/** The compressed forms of a text: each is made when it is first asked for, once, outside of the event loop. */
export class CompressedText {
  readonly #text: string;
  readonly #forms = new Map<Coding, Promise<string | Uint8Array>>();

  constructor(text: string) {
    this.#text = text;
  }

  /** The coding in which a client gets the text, by its `Accept-Encoding`. */
  choose(acceptEncoding: string | undefined): Coding {
    return Buffer.byteLength(this.#text) < minimumBytes ? 'identity' : chooseCoding(acceptEncoding);
  }

  /** The text in a coding. */
  encode(coding: Coding): Promise<string | Uint8Array> {
    const form =
      this.#forms.get(coding) ??
      (coding === 'identity' ? Promise.resolve(this.#text) : compressors[coding](this.#text));
    this.#forms.set(coding, form);
    return form;
  }
}
