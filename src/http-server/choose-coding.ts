/** The content codings of answers, smallest result first; `identity` means none. */
export const codings = ['br', 'gzip', 'identity'] as const;

/** A content coding of an answer. */
export type Coding = (typeof codings)[number];

const elementPattern = /^([\w!#$%&'*+.^`|~-]+)(?:[ \t]*;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i;

/**
 * Chooses the coding that a client prefers (RFC 9110 section 12.5.3); of equal ones the smallest. `identity` without the header, and if the
 * client accepts none of the codings, which section 12.4.1 allows instead of a 406.
 */
export function chooseCoding(acceptEncoding: string | undefined): Coding {
  const weights = new Map<string, number>();
  for (const element of (acceptEncoding ?? '').split(',')) {
    const [, coding, weight = '1'] = elementPattern.exec(element.trim()) ?? [];
    // `x-gzip` is a synonym (section 8.4.1.3).
    if (coding !== undefined) weights.set(coding.toLowerCase().replace(/^x-gzip$/, 'gzip'), Number(weight));
  }
  const rest = weights.get('*');
  // An unlisted coding is not accepted, except identity as the last resort.
  const weigh = (coding: Coding) =>
    weights.get(coding) ?? rest ?? (coding === 'identity' ? Number.MIN_VALUE : 0);
  const [best] = codings.filter((coding) => weigh(coding) > 0).sort((a, b) => weigh(b) - weigh(a));
  return best ?? 'identity';
}
