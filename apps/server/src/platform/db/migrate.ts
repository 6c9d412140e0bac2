import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { EnvError } from '../../env.ts';
import { applySchema, applySchemaIn } from './apply-schema.queries.ts';
import { ownerPoolOf } from './database.ts';
import { migrateJobs } from './job-tables.ts';
import { readMigrationFiles } from './migration-files.ts';
import * as peopleAndPlaces from './migrations/0001-people-and-places.ts';
import * as rounds from './migrations/0002-rounds.ts';
import * as roundCounts from './migrations/0003-round-counts.ts';
import * as rowLevelSecurity from './migrations/0004-row-level-security.ts';
import * as mailAndCodes from './migrations/0005-mail-and-codes.ts';
import * as files from './migrations/0007-files.ts';
import * as notifications from './migrations/0008-notifications.ts';
import * as settings from './migrations/0009-settings.ts';
import * as audit from './migrations/0010-audit.ts';
import * as toldNotices from './migrations/0011-told-notices.ts';
import * as signInFactors from './migrations/0012-sign-in-factors.ts';
import * as signInProviders from './migrations/0013-sign-in-providers.ts';
import * as languageOfUsers from './migrations/0014-language-of-users.ts';
import * as logoAndSentMail from './migrations/0015-logo-and-sent-mail.ts';
import * as managedRecords from './migrations/0016-managed-records.ts';
import * as listPreferences from './migrations/0017-list-preferences.ts';
import * as sites from './migrations/0018-sites.ts';
import * as guards from './migrations/0020-guards.ts';
import * as routes from './migrations/0022-routes.ts';
import * as incidents from './migrations/0023-incidents.ts';
import * as checkpoints from './migrations/0024-checkpoints.ts';
import * as floorPlans from './migrations/0026-floor-plans.ts';
import * as dutySessions from './migrations/0028-duty-sessions.ts';
import * as tours from './migrations/0029-tours.ts';
import * as recordImports from './migrations/0030-record-imports.ts';
import * as dutySessionTimes from './migrations/0031-duty-session-times.ts';
import * as exceptions from './migrations/0032-exceptions.ts';
import * as dashboard from './migrations/0033-dashboard.ts';
import * as sosAndSigns from './migrations/0034-sos-and-signs.ts';
import * as scheduledReports from './migrations/0035-scheduled-reports.ts';
import * as dueRoundAlerts from './migrations/0036-due-round-alerts.ts';
import * as evidence from './migrations/0037-evidence.ts';
import * as packedSums from './migrations/0038-packed-sums.ts';
import * as limitsAndLists from './migrations/0039-limits-and-lists.ts';
import * as keptVersions from './migrations/0040-kept-versions.ts';
import * as doubts from './migrations/0041-doubts.ts';
import * as rotatingCodes from './migrations/0041-rotating-codes.ts';
import * as posts from './migrations/0042-posts.ts';
import * as devices from './migrations/0043-devices.ts';
import * as exceptionSignals from './migrations/0044-exception-signals.ts';
import * as sumChanges from './migrations/0045-sum-changes.ts';
import * as lostPhones from './migrations/0047-lost-phones.ts';
import * as standings from './migrations/0048-standings.ts';
import * as retention from './migrations/0049-retention.ts';
import * as erasures from './migrations/0051-erasures.ts';
import * as saltedCodes from './migrations/0052-salted-codes.ts';
import * as twinsAndRoom from './migrations/0055-twins-and-room.ts';
import * as shownNames from './migrations/0057-shown-names.ts';
import * as providerStrength from './migrations/0058-provider-strength.ts';
import * as plansOfTriggers from './migrations/0059-plans-of-triggers.ts';
import * as scansByKey from './migrations/0060-scans-by-key.ts';
import * as roundsWithoutPlan from './migrations/0061-rounds-without-plan.ts';
import * as pastPostings from './migrations/0062-past-postings.ts';
import * as exchangedLetters from './migrations/0063-exchanged-letters.ts';
import * as planOfSignals from './migrations/0064-plan-of-signals.ts';
import * as sumsAtOnce from './migrations/0065-sums-at-once.ts';
import * as storedNodes from './migrations/0066-stored-nodes.ts';
import * as whatRunsHold from './migrations/0067-what-runs-hold.ts';
import * as emptiedImportRows from './migrations/0068-emptied-import-rows.ts';
import * as begunByAWrongClock from './migrations/0069-begun-by-a-wrong-clock.ts';
import * as roundsChangedAtOnce from './migrations/0070-rounds-changed-at-once.ts';
import * as methodsAndCodes from './migrations/0071-methods-and-codes.ts';
import * as formerMethods from './migrations/0072-former-methods.ts';
import * as timeOfThePhone from './migrations/0073-time-of-the-phone.ts';
import * as lateArrivals from './migrations/0074-late-arrivals.ts';
import * as logNotes from './migrations/0076-log-notes.ts';
import * as publishedHeads from './migrations/0078-published-heads.ts';
import * as provedDevices from './migrations/0080-proved-devices.ts';
import * as mailConsents from './migrations/0082-mail-consents.ts';
import * as waysInClosed from './migrations/0086-ways-in-closed.ts';
import * as sealedAuditLog from './migrations/0087-sealed-audit-log.ts';
import * as sealedOutcomes from './migrations/0088-sealed-outcomes.ts';
import * as headWitnesses from './migrations/0089-head-witnesses.ts';
import * as concealedLeaves from './migrations/0090-concealed-leaves.ts';
import * as endedRights from './migrations/0091-ended-rights.ts';
import * as sealedSettings from './migrations/0092-sealed-settings.ts';
import * as marksByPlace from './migrations/0093-marks-by-place.ts';
import * as formerNames from './migrations/0094-former-names.ts';
import * as importedRounds from './migrations/0097-imported-rounds.ts';
import * as formerIds from './migrations/0098-former-ids.ts';
import * as searchAndOrder from './migrations/0099-search-and-order.ts';
import * as invitations from './migrations/0100-invitations.ts';
import * as unchosenDefaults from './migrations/0103-unchosen-defaults.ts';
import * as importLosses from './migrations/0104-import-losses.ts';
import * as appliedSchemaFiles from './migrations/0109-applied-schema-files.ts';
import * as mergedTriggers from './migrations/0110-merged-triggers.ts';
import * as exceptionsByTheServer from './migrations/0111-exceptions-by-the-server.ts';
import * as sealedFormerNames from './migrations/0107-sealed-former-names.ts';
import { remakeNameOrder } from './name-order.queries.ts';
import type { Tables } from './tables.ts';

const written: Readonly<Record<string, Migration>> = {
  '0001-people-and-places': peopleAndPlaces,
  '0002-rounds': rounds,
  '0003-round-counts': roundCounts,
  '0004-row-level-security': rowLevelSecurity,
  '0005-mail-and-codes': mailAndCodes,
  '0007-files': files,
  '0008-notifications': notifications,
  '0009-settings': settings,
  '0010-audit': audit,
  '0011-told-notices': toldNotices,
  '0012-sign-in-factors': signInFactors,
  '0013-sign-in-providers': signInProviders,
  '0014-language-of-users': languageOfUsers,
  '0015-logo-and-sent-mail': logoAndSentMail,
  '0016-managed-records': managedRecords,
  '0017-list-preferences': listPreferences,
  '0018-sites': sites,
  '0020-guards': guards,
  '0022-routes': routes,
  '0023-incidents': incidents,
  '0024-checkpoints': checkpoints,
  '0026-floor-plans': floorPlans,
  '0028-duty-sessions': dutySessions,
  '0029-tours': tours,
  '0030-record-imports': recordImports,
  '0031-duty-session-times': dutySessionTimes,
  '0032-exceptions': exceptions,
  '0033-dashboard': dashboard,
  '0034-sos-and-signs': sosAndSigns,
  '0035-scheduled-reports': scheduledReports,
  '0036-due-round-alerts': dueRoundAlerts,
  '0037-evidence': evidence,
  '0038-packed-sums': packedSums,
  '0039-limits-and-lists': limitsAndLists,
  '0040-kept-versions': keptVersions,
  '0041-doubts': doubts,
  '0041-rotating-codes': rotatingCodes,
  '0042-posts': posts,
  '0043-devices': devices,
  '0044-exception-signals': exceptionSignals,
  '0045-sum-changes': sumChanges,
  '0047-lost-phones': lostPhones,
  '0048-standings': standings,
  '0049-retention': retention,
  '0051-erasures': erasures,
  '0052-salted-codes': saltedCodes,
  '0055-twins-and-room': twinsAndRoom,
  '0057-shown-names': shownNames,
  '0058-provider-strength': providerStrength,
  '0059-plans-of-triggers': plansOfTriggers,
  '0060-scans-by-key': scansByKey,
  '0061-rounds-without-plan': roundsWithoutPlan,
  '0062-past-postings': pastPostings,
  '0063-exchanged-letters': exchangedLetters,
  '0064-plan-of-signals': planOfSignals,
  '0065-sums-at-once': sumsAtOnce,
  '0066-stored-nodes': storedNodes,
  '0067-what-runs-hold': whatRunsHold,
  '0068-emptied-import-rows': emptiedImportRows,
  '0069-begun-by-a-wrong-clock': begunByAWrongClock,
  '0070-rounds-changed-at-once': roundsChangedAtOnce,
  '0071-methods-and-codes': methodsAndCodes,
  '0072-former-methods': formerMethods,
  '0073-time-of-the-phone': timeOfThePhone,
  '0074-late-arrivals': lateArrivals,
  '0076-log-notes': logNotes,
  '0078-published-heads': publishedHeads,
  '0080-proved-devices': provedDevices,
  '0082-mail-consents': mailConsents,
  '0086-ways-in-closed': waysInClosed,
  '0087-sealed-audit-log': sealedAuditLog,
  '0088-sealed-outcomes': sealedOutcomes,
  '0089-head-witnesses': headWitnesses,
  '0090-concealed-leaves': concealedLeaves,
  '0091-ended-rights': endedRights,
  '0092-sealed-settings': sealedSettings,
  '0093-marks-by-place': marksByPlace,
  '0094-former-names': formerNames,
  '0097-imported-rounds': importedRounds,
  '0098-former-ids': formerIds,
  '0099-search-and-order': searchAndOrder,
  '0100-invitations': invitations,
  '0103-unchosen-defaults': unchosenDefaults,
  '0104-import-losses': importLosses,
  '0109-applied-schema-files': appliedSchemaFiles,
  '0110-merged-triggers': mergedTriggers,
  '0111-exceptions-by-the-server': exceptionsByTheServer,
  '0107-sealed-former-names': sealedFormerNames,
};

/** What a file of migrations/ says; functions that it names may be made after it, from their own files. */
const ofFile = (text: string): Migration => ({
  up: async (db) => {
    await sql`SELECT set_config('check_function_bodies', 'off', true)`.execute(db);
    await sql.raw(text).execute(db);
  },
});

const migrations: Readonly<Record<string, Migration>> = {
  ...written,
  ...Object.fromEntries([...readMigrationFiles()].map(([name, text]) => [name, ofFile(text)])),
};

/** Names of all, in the order in which they are made. */
export const migrationNames: readonly string[] = Object.keys(migrations).toSorted();

/**
 * Brings the database to the newest version, or to the one that `upTo` names, as its owner. Safe with several servers
 * starting at once: the migrator holds an advisory lock. Throws the first migration's error, of which nothing stays, and
 * EnvError where a newer version of the product has been at work.
 */
export async function migrate(owner: Kysely<Tables>, upTo?: string): Promise<void> {
  const made = await namesOfMade(owner);
  requireKnown(made);
  await createAppRole(owner);
  // Nearly every start finds all of them made; the migrator takes a tenth of the start to find that out.
  if (upTo !== undefined || made.length < migrationNames.length) await makeMissing(owner, upTo);
  if (upTo === undefined) await applySchema(owner);
  await remakeNameOrder(owner);
  await migrateJobs(ownerPoolOf(owner));
}

/** All of them; with the newest, in the transaction of all that are made, what schema/ says is applied. */
function withSchema(): Record<string, Migration> {
  const entries = Object.entries<Migration>(migrations).map(([name, migration]) => {
    if (name !== migrationNames.at(-1)) return [name, migration] as const;
    const up = async (db: Kysely<Tables>) => {
      await migration.up(db);
      await applySchemaIn(db);
    };
    return [name, { up }] as const;
  });
  return Object.fromEntries(entries);
}

async function makeMissing(owner: Kysely<Tables>, upTo: string | undefined): Promise<void> {
  const wanted = upTo === undefined ? withSchema() : migrations;
  const migrator = new Migrator({ db: owner, provider: { getMigrations: async () => wanted } });
  const { error } = upTo === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo);
  if (error !== undefined) throw error;
}

async function namesOfMade(owner: Kysely<Tables>): Promise<string[]> {
  const isMigrated = await sql`SELECT WHERE to_regclass('kysely_migration') IS NOT NULL`.execute(owner);
  if (isMigrated.rows.length === 0) return [];
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(
    owner,
  );
  return rows.map(({ name }) => name);
}

/** This version does not know what the newer one relies on, and would write rows without it. */
function requireKnown(made: readonly string[]): void {
  const unknown = made.filter((name) => !migrationNames.includes(name));
  if (unknown.length === 0) return;
  throw new EnvError(
    `The database was used by a newer version of Watchpost (${unknown.join(', ')}): start that version, or restore a backup of before into an empty database.`,
  );
}

/**
 * Roles belong to the whole cluster, so another database may have made it, perhaps at this very moment. Who may create
 * none needs it to be there.
 */
async function createAppRole(owner: Kysely<Tables>): Promise<void> {
  await sql`DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'watchpost_app') THEN
      CREATE ROLE watchpost_app LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS;
    END IF;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
  END $$`.execute(owner);
}
