import path from 'node:path';
import { ensureBuild } from '../../scripts/ensure-build.mjs';

/** The files that node runs. */
export interface Programs {
  readonly main: string;
  readonly verify: string;
  /** Data folder of a server that has ended, to begin with a copy of it; without one the first start makes the database. */
  readonly data?: string;
}

const built = (name: string) => path.resolve(import.meta.dirname, '../../apps/server/dist', `${name}.js`);

/** The product's own, built again where its sources have changed. */
export async function builtPrograms(): Promise<Programs> {
  await ensureBuild();
  return { main: built('main'), verify: built('verify') };
}
