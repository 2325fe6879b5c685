import type { Format } from '../formats/format.js';
import type { EndpointKind } from '../model/endpoint-kind.generated.js';

export interface RegistryFormat {
  /** Its name in the option `format` and in reports. */
  readonly name: string;
  /** A description, such as `cosmos/chain-registry and registries of its shape`. */
  readonly title: string;
  /** A path of its files, such as `chain/<chain>/param.json`. */
  readonly examplePath: string;
  /** The kinds of endpoints that it lists. */
  readonly kinds: readonly EndpointKind[];
  /** Where a file lists endpoints. */
  readonly lists: readonly FormatList[];
}

/** A place of a file that lists endpoints of a kind. A list of mixed kinds has one place for each. */
export interface FormatList {
  readonly kind: EndpointKind;
  /** A JSON Pointer (RFC 6901) in which `*` is each item of an array, such as `/chains/*` followed by `/rpc`. */
  readonly pointer: string;
}

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
