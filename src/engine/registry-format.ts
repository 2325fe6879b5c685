import type { Format } from '../formats/format.js';
import type { EndpointKind } from '../model/endpoint-kind.generated.js';

/** What is known of a format of registries. */
export interface RegistryFormat {
  /** What the option `format` and reports call it. */
  readonly name: string;
  /** What it is, such as `cosmos/chain-registry and registries of its shape`. */
  readonly title: string;
  /** A path of its files, such as `chain/<chain>/param.json`. */
  readonly examplePath: string;
  /** The kinds of endpoints that it lists. */
  readonly kinds: readonly EndpointKind[];
  /** Where a file lists endpoints. */
  readonly lists: readonly FormatList[];
}

/** A place of a file that lists endpoints of a kind. If a list mixes kinds, it is there once for each. */
export interface FormatList {
  readonly kind: EndpointKind;
  /** A JSON Pointer (RFC 6901) in which `*` is each item of an array, such as `/chains/*` followed by `/rpc`. */
  readonly pointer: string;
}

/** Describes a format by data alone. */
export function describeFormat({ name, title, layout, chains, lists }: Format): RegistryFormat {
  const places = lists.flatMap(({ kind, kindByScheme = {}, pointer }) =>
    [...new Set([kind, ...Object.values(kindByScheme)])].map((listedKind) => ({
      kind: listedKind,
      pointer: chains + pointer,
    })),
  );
  return {
    name,
    title,
    examplePath: layout.examplePath,
    kinds: [...new Set(places.map(({ kind }) => kind))],
    lists: places,
  };
}
