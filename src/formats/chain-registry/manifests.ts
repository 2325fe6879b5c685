import { isJsonObject, type JsonValue } from '../../model/json.js';
import { truncate } from '../../model/truncate.js';
import type { ManifestList } from '../format.js';

/**
 * Providers whose entries the registry imports from their manifests twice a week. Source: provider-allowlist.schema.json and .github/workflows
 * of https://github.com/cosmos/chain-registry.
 */
export const manifests: ManifestList = {
  path: '_providers/provider-allowlist.json',
  readManifests: (value) => {
    const { providers = [] } = isJsonObject(value) ? value : {};
    const list: readonly JsonValue[] = Array.isArray(providers) ? providers : [];
    return new Map(list.flatMap(readManifest));
  },
};

function readManifest(provider: JsonValue): [string, string][] {
  const { name, status, manifest_url: url } = isJsonObject(provider) ? provider : {};
  return typeof name === 'string' && typeof url === 'string' && status === 'active'
    ? [[name, truncate(url)]]
    : [];
}
