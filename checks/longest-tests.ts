// Test files that take longest, most of it waiting: they begin first, so that none of them runs alone at the end.

/** Of vitest, more than 15 seconds each. */
export const longestUnitTests: readonly string[] = [
  'apps/server/src/commands/verify-tampering.test.ts',
  'apps/server/src/lifecycle/source-import/import-source.test.ts',
  'apps/server/src/lifecycle/backup/backup-commands.test.ts',
  'apps/server/src/commands/stored-heads-process.test.ts',
  'apps/server/src/patrol/evidence/evidence-memory.test.ts',
  'apps/server/src/platform/http/random-requests.test.ts',
  'apps/server/src/platform/db/wrong-dates.test.ts',
  'apps/server/src/platform/http/bad-body.test.ts',
  'apps/server/src/platform/http/database-away.test.ts',
  'trials/short-forms.test.ts',
  'apps/server/src/platform/db/open-store.test.ts',
  'bench/generation/generate.test.ts',
  'apps/server/src/platform/db/embedded/embedded-postgres-killed.test.ts',
  'apps/server/src/platform/access/foreign-records.test.ts',
  'apps/server/src/leaving.test.ts',
  'apps/server/src/platform/access/access-matrix.test.ts',
];

/** Journeys, more than 35 seconds a file. */
export const longestJourneys: readonly string[] = [
  'guard-asked-to-wait',
  'guard-photo-yielding',
  'guard-sos-phones',
  'api-errors',
  'guard-drafts',
  'sos-alarms',
  'guard-sos',
  'sos-bar',
  'routing',
  'unsaved-changes',
  'guard-scanner',
  'list-widths',
  'shell',
].map((name) => `e2e/${name}.e2e.ts`);
