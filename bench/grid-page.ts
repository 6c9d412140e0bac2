// A page that holds the console's grid and nothing else, with 10,000 rows at once: no report of the product is as long.
import path from 'node:path';
import { build } from 'esbuild';
import { parts } from '../apps/console/src/labels/parts.ts';
import { labelsInEsbuild } from '../labels/esbuild-plugin.ts';
import { consoleSources } from './layout.ts';

const program = `
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  import { Grid } from './ui/grid/grid.tsx';
  import { UiProvider } from './ui/ui-provider.tsx';
  import { uiLabels } from './app/ui-labels.ts';
  const rows = Array.from({ length: 10_000 }, (_, index) => ({ id: String(index) }));
  const columns = Array.from({ length: 7 }, (_, column) => ({
    id: 'column' + column,
    header: 'Column ' + column,
    value: (row) => row.id + ' of ' + column,
  }));
  const grid = createElement(Grid, {
    label: 'Rows', columns, rows, rowId: (row) => row.id, selectionMode: 'multiple', maxHeight: '800px',
  });
  createRoot(document.getElementById('root')).render(
    createElement(UiProvider, { labels: uiLabels(), locale: 'en' }, grid),
  );
`;

/** The page as one text of HTML. */
export async function gridPage(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: consoleSources, loader: 'tsx' },
    bundle: true,
    write: false,
    format: 'iife',
    jsx: 'automatic',
    minify: true,
    outdir: path.join(consoleSources, 'never-written'),
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [labelsInEsbuild(parts)],
    loader: { '.woff2': 'empty', '.svg': 'text' },
  });
  const text = (ending: string) => outputFiles.find((file) => file.path.endsWith(ending))?.text ?? '';
  const script = text('.js').replaceAll('</script', String.raw`<\/script`);
  return `<!doctype html><style>${text('.css')}</style><div id="root"></div><script>${script}</script>`;
}
