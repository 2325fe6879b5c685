import type { MetricFamily, Sample } from './metric.js';

/** Joins the families of many endpoints by name, in order of appearance: neither text format allows a family twice. */
export function joinFamilies(families: Iterable<MetricFamily>): readonly MetricFamily[] {
  const joined = new Map<string, { readonly family: MetricFamily; readonly samples: Sample[] }>();
  for (const family of families) {
    const known = joined.get(family.name);
    if (known === undefined) joined.set(family.name, { family, samples: [...family.samples] });
    else for (const sample of family.samples) known.samples.push(sample);
  }
  return [...joined.values()].map(({ family, samples }) => ({ ...family, samples }));
}
