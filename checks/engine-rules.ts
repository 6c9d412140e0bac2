// Which packages of the lock file refuse the oldest Node that Watchpost runs on.
import { satisfies } from 'semver';
import type { Lock } from './dependency-rules.ts';

/** The oldest Node that the manifest allows: its `engines` says ">=" and this. */
export function oldestNode(manifest: string): string {
  const [, version] = /"engines":\s*\{\s*"node":\s*">=(\d+\.\d+)"/.exec(manifest) ?? [];
  if (version === undefined) throw new Error('package.json names no oldest Node');
  return `${version}.0`;
}

/** Packages whose range of Node does not contain `version`, each with that range. */
export function refusals(lock: Lock, version: string): string[] {
  return [...lock].flatMap(([name, { node }]) =>
    node === undefined || satisfies(version, node) ? [] : [`${name}: ${node}`],
  );
}
