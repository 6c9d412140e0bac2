// The plugin of plugin.ts for esbuild: `en.json?first` is read as Vite reads it.
import path from 'node:path';
import type { Plugin } from 'esbuild';
import { loadLabels, type Parts } from './plugin.ts';

export const labelsInEsbuild = (parts: Parts): Plugin => ({
  name: 'labels',
  setup(build) {
    build.onResolve({ filter: /\.json\?\w+$/ }, ({ path: specifier, resolveDir }) => {
      const [file = '', part] = specifier.split('?');
      return { path: path.resolve(resolveDir, file), suffix: `?${part}`, namespace: 'labels' };
    });
    build.onLoad({ filter: /./, namespace: 'labels' }, ({ path: file, suffix }) => ({
      contents: loadLabels(file, suffix.slice(1), parts),
      loader: 'json',
    }));
  },
});
