// npm run labels: writes which values each text takes, from the JSON files of labels, so that the compiler knows.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { languages } from '../packages/domain/src/languages.ts';
import { readLabels } from './label-file.ts';
import { parameterTypes } from './parameters.ts';

if (process.argv.length > 2) {
  console.error(
    'npm run labels: writes parameters.d.ts beside the files of labels of the console and of the guards’ app. It takes no arguments.',
  );
  process.exit(process.argv.includes('--help') || process.argv.includes('-h') ? 0 : 2);
}

for (const app of ['console', 'guard']) {
  const folder = path.resolve(import.meta.dirname, '..', 'apps', app, 'src', 'labels');
  const types = parameterTypes(
    languages.map((language) => readLabels(path.join(folder, `${language}.json`))),
  );
  const file = path.join(folder, 'parameters.d.ts');
  if (readFileSync(file, 'utf8') === types) continue;
  writeFileSync(file, types);
  console.log(`wrote apps/${app}/src/labels/parameters.d.ts`);
}
