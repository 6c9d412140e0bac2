// Adds up what vitest and Playwright reported; a run that ended badly without a failed test counts as one failure.
import fs from 'node:fs';

function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

const settled = (counts, exitCode) =>
  exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;

/** Counts of a vitest JSON report; a file that failed outside its tests counts as one failure. */
export function countVitest(reportFile, exitCode) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const report = readJson(reportFile);
  if (!report) return { ...counts, failed: 1 };
  for (const file of report.testResults) {
    let failedHere = 0;
    for (const test of file.assertionResults) {
      if (test.status === 'passed') counts.passed += 1;
      else if (test.status === 'failed') failedHere += 1;
      else counts.skipped += 1;
    }
    counts.failed += file.status === 'failed' ? Math.max(failedHere, 1) : failedHere;
  }
  return settled(counts, exitCode);
}

/** Counts of a Playwright JSON report; a journey that passed on its second try counts as passed, and is named below. */
export function countPlaywright(reportFile, exitCode) {
  const report = readJson(reportFile);
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const { stats, errors = [] } = report;
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats;
  const failed = unexpected || (errors.length > 0 ? 1 : 0);
  return settled({ passed: expected + flaky, failed, skipped }, exitCode);
}

const titleOf = ({ ancestorTitles = [], title }) => [...ancestorTitles, title].join(' > ');

/** One line for each test of a vitest JSON report that failed. */
export function nameVitest(reportFile) {
  return (readJson(reportFile)?.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return file.status === 'failed' ? [`failed: ${file.name}`] : [];
    return failed.map((test) => `failed: ${file.name}: ${titleOf(test)}`);
  });
}

/** One line for each journey of a Playwright JSON report that failed or needed its second try. */
export function namePlaywright(reportFile) {
  const verdicts = { unexpected: 'failed', flaky: 'passed on its second try' };
  const namesOf = ({ suites = [], specs = [] }) => [
    ...suites.flatMap(namesOf),
    ...specs.flatMap(({ file, title, tests }) =>
      tests.flatMap(({ status }) => (verdicts[status] ? [`${verdicts[status]}: ${file}: ${title}`] : [])),
    ),
  ];
  return namesOf(readJson(reportFile) ?? {});
}

/** How long each file of a vitest JSON report took, as {name, ms}. */
export const vitestDurations = (reportFile) =>
  (readJson(reportFile)?.testResults ?? []).map(({ name, startTime, endTime }) => ({
    name,
    ms: endTime - startTime,
  }));

export function addCounts(all) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const counts of all) for (const key of Object.keys(total)) total[key] += counts[key];
  return total;
}

export function summaryLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

export const isGreen = ({ passed, failed }) => failed === 0 && passed > 0;
