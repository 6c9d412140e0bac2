// Loads labels into a page: `en.json?first` are the texts of the sections that the app calls its part `first`.
import path from 'node:path';
import { compileLabels, labelsOf, readLabels } from './label-file.ts';

/** By name, which sections belong to a part. */
export type Parts = Readonly<Record<string, (section: string) => boolean>>;

/**
 * As it is imported, and the module that it becomes: no JSON, and no path either, which Vite would look for when it scans for
 * dependencies.
 */
const imported = /^(\.{1,2}\/(?:.+\/)?[a-z]{2})\.json\?(\w+)$/;
const loaded = /^labels:(.+\/labels\/[a-z]{2})\.(\w+)\.labels\.js$/;

interface Watching {
  readonly addWatchFile: (file: string) => void;
}

/** A plugin of Vite, for the label files of the app in `folder`, an absolute path. */
export const labels = (folder: string, parts: Parts) => ({
  name: 'labels',
  enforce: 'pre' as const,
  resolveId(source: string, importer: string | undefined): string | undefined {
    const [, name, part] = imported.exec(source) ?? [];
    if (name === undefined || importer === undefined || path.relative(folder, importer).startsWith('..'))
      return undefined;
    return `labels:${path.resolve(path.dirname(importer), name).replaceAll('\\', '/')}.${part}.labels.js`;
  },
  load(this: Watching, id: string): string | undefined {
    const [, name, part] = loaded.exec(id) ?? [];
    if (name === undefined || part === undefined || path.relative(folder, name).startsWith('..'))
      return undefined;
    this.addWatchFile(`${name}.json`);
    return `export default ${loadLabels(`${name}.json`, part, parts)}`;
  },
});

/** As JSON. Throws Error for a part that `parts` does not have, and for a text that cannot be read. */
export function loadLabels(file: string, part: string, parts: Parts): string {
  const has = parts[part];
  if (has === undefined) throw new Error(`${file}?${part}: the app has no such part`);
  return JSON.stringify(compileLabels(labelsOf(readLabels(file), has)));
}
