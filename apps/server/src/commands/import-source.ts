// npm run import: an export of the source's document database into a tenant.
import { whyUnwritable } from '../platform/adapters/files/named-file.ts';
import { isTimeZone } from '@watchpost/domain/time-zone';
import { readOptions, requireOptions, runProgram, UsageError } from './command-line.ts';
import { openUsedStore } from '../platform/db/open-owner-store.ts';
import { readEnv } from '../env.ts';
import { richTextCutter } from '../company/info-pages/rich-html.ts';
import {
  countTable,
  findingTable,
  ImportReport,
  sentence,
} from '../lifecycle/source-import/import-report.ts';
import { importSource } from '../lifecycle/source-import/import-source.service.ts';
import { ExportRefused } from '../lifecycle/source-import/read-export.ts';
import { ReportFile } from '../lifecycle/source-import/report-file.ts';
import { printLine, warnLine } from './visible-text.ts';

const usage = `Imports an export of the former document database into a tenant.

  npm run import -- --tenant acme --from ./export --dry-run
  npm run import -- --tenant acme --from ./export

  --tenant     slug of an existing tenant
  --from       folder of .ndjson, .jsonl, .json or output-0 files, or one such file
  --dry-run    only report what would be added and what cannot be taken
  --report     file for all findings, one JSON document a line (else the first of each kind are shown)
  --time-zone  of sites without a position (default Asia/Kolkata)

Can be stopped and started again at any point; what is there already stays as it is. See docs/importing.md.`;

const shownFindings = 200;
/** Of one kind about one field, of which there may be one in every record. */
const shownAlike = 20;

const options = {
  tenant: { type: 'string' },
  from: { type: 'string' },
  report: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  'time-zone': { type: 'string', default: 'Asia/Kolkata' },
  help: { type: 'boolean', short: 'h' },
} as const;

function readArguments() {
  const { values } = readOptions({ options }, usage);
  if (values.help === true) return null;
  const { tenant, from } = requireOptions(values, ['tenant', 'from'], usage);
  const timeZone = values['time-zone'];
  if (!isTimeZone(timeZone)) throw new UsageError(`--time-zone ${timeZone}: not a time zone`, usage);
  return { tenant, from, timeZone, isDryRun: values['dry-run'], reportFile: values.report ?? null };
}

function openReport(file: string): ReportFile {
  try {
    return new ReportFile(file);
  } catch (error) {
    throw new UsageError(`--report ${file}: ${whyUnwritable(error)}.`);
  }
}

async function main(): Promise<number> {
  const options = readArguments();
  if (options === null) {
    console.log(usage);
    return 0;
  }
  const file = options.reportFile === null ? null : openReport(options.reportFile);
  let shown = 0;
  let found = 0;
  const report = new ImportReport((finding, nth) => {
    found += 1;
    if (file !== null) file.write(finding);
    else if (shown < shownFindings && nth <= shownAlike) {
      printLine(sentence(finding));
      shown += 1;
    }
  });
  const startedAt = performance.now();
  const store = await openUsedStore(readEnv());
  try {
    const { tenant: slug, from, timeZone, isDryRun } = options;
    const onProgress = (what: string) => warnLine(what);
    await importSource(
      store.owner,
      { slug, from, timeZone, isDryRun, cleanHtml: await richTextCutter(), onProgress },
      report,
    );
    file?.finish();
  } finally {
    await store.close();
    file?.close();
  }
  if (file === null && found > shown) console.log(`and ${found - shown} more; --report keeps them all`);
  const seconds = (performance.now() - startedAt) / 1000;
  const read = Object.values(report.counts).reduce((sum, count) => sum + count.read, 0);
  console.log(countTable(report, options.isDryRun));
  console.log(`${report.unreadable} unreadable.`);
  console.log(findingTable(report));
  console.log(`${read} records in ${seconds.toFixed(1)} s, ${Math.round(read / seconds)} a second.`);
  if (options.isDryRun) console.log('Nothing was changed.');
  return 0;
}

runProgram(main, [ExportRefused]);
