import type { RouteVersion } from './field-state.ts';

/** Versions that are kept in memory at most; of some kilobytes each. */
const cachedMax = 1_000;

/**
 * Route versions of one tenant, remembered because they are never updated and each scan needs its round's. Knowing a
 * version permits nothing: whose site it is at is looked up each time.
 */
export class RouteVersionCache {
  readonly #cached = new Map<string, RouteVersion>();

  /** Those of the ids that exist; `load` is asked for the ones not remembered. */
  async get(
    ids: readonly string[],
    load: (missing: readonly string[]) => Promise<readonly RouteVersion[]>,
  ): Promise<Map<string, RouteVersion>> {
    const found = new Map<string, RouteVersion>();
    const missing: string[] = [];
    for (const id of ids) {
      const known = this.#cached.get(id);
      if (known === undefined) missing.push(id);
      else found.set(id, known);
    }
    if (missing.length === 0) return found;
    for (const version of await load(missing)) {
      found.set(version.id, version);
      this.#cache(version);
    }
    return found;
  }

  #cache(version: RouteVersion): void {
    this.#cached.set(version.id, version);
    for (const oldest of this.#cached.keys()) {
      if (this.#cached.size <= cachedMax) return;
      this.#cached.delete(oldest);
    }
  }
}
