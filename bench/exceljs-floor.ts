// The floor of the export: exceljs's streaming writer, given the same rows. It is installed beside the data, since the product needs it nowhere.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const version = '4.4.0';

interface Workbook {
  addWorksheet(name: string): { addRow(cells: readonly string[]): { commit(): void } };
  commit(): Promise<void>;
}
interface ExcelJs {
  readonly stream: {
    readonly xlsx: { readonly WorkbookWriter: new (options: { filename: string }) => Workbook };
  };
}

/** Rows a second that exceljs writes to a file in `folder`, which it is installed in at the first run. */
export async function excelJsRowsPerSecond(
  folder: string,
  rows: readonly (readonly string[])[],
): Promise<number> {
  const { stream } = loadExcelJs(path.join(folder, `exceljs-${version}`));
  const filename = path.join(folder, 'exceljs.xlsx');
  try {
    const startedAt = performance.now();
    const workbook = new stream.xlsx.WorkbookWriter({ filename });
    const sheet = workbook.addWorksheet('Rows');
    for (const cells of rows) sheet.addRow(cells).commit();
    await workbook.commit();
    return (rows.length * 1_000) / (performance.now() - startedAt);
  } finally {
    fs.rmSync(filename, { force: true });
  }
}

function loadExcelJs(home: string): ExcelJs {
  fs.mkdirSync(home, { recursive: true });
  if (!fs.existsSync(path.join(home, 'node_modules', 'exceljs', 'package.json'))) {
    fs.writeFileSync(path.join(home, 'package.json'), '{"private":true}');
    execFileSync('npm', ['install', '--no-audit', '--no-fund', `exceljs@${version}`], {
      cwd: home,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  return createRequire(path.join(home, 'package.json'))('exceljs') as ExcelJs;
}
