import { NodeError } from '../nodes/node-error.js';

/**
 * Why a node that works has no owners to give: it does not implement the call, its chain allows no such denom, it has the state of the
 * height no more, or not yet, or there are more owners than fit.
 */
export type WalkRefusal = 'not-implemented' | 'invalid-denom' | 'gone' | 'not-yet' | 'too-large';

const reasons: Readonly<Record<WalkRefusal, string>> = {
  'not-implemented': 'DenomOwners is not implemented',
  'invalid-denom': 'the denom is not valid on this chain',
  gone: 'the state of the height is gone',
  'not-yet': 'the height is not reached',
  'too-large': 'there are more owners than fit',
};

/** Thrown if another node may list owners; this one is not to blame. */
export class WalkError extends NodeError {
  readonly why: WalkRefusal;

  constructor(why: WalkRefusal) {
    super(reasons[why], { isFault: false });
    this.why = why;
  }
}
