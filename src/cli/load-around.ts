import { checks } from '../checks/index.js';
import { UsageError } from '../engine/usage-error.js';
import { loadRegistry, type Registry } from '../registry/load.js';

/** Reads the registry around a directory. Rejects with a usage error if there is none, or nothing in it. */
export async function loadRegistryAround(cwd: string): Promise<Registry> {
  const readStdin = () => Promise.resolve(Buffer.alloc(0));
  const registry = await loadRegistry([], { cwd, kinds: checks, readStdin });
  if (registry.usageErrors.length > 0) throw new UsageError(registry.usageErrors);
  return registry;
}
