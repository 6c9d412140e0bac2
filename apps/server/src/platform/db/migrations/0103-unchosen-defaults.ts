import { type Kysely, sql } from 'kysely';

/** A default that was stored by saving another setting is not a choice, and goes (GRID-06). Guards are found by e-mail (SIGN-13). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Entry -> the default of then, and the field by which the audit log names its change. */
const defaults = [
  ['accentColour', '', 'accentColour'],
  ['dateFormat', 'MMM DD, YYYY hh:mm A', 'dateFormat'],
  ['timeZone', 'Asia/Kolkata', 'timeZone'],
  ['language', 'en', 'language'],
  ['defaultCountryCode', '+91', 'defaultCountryCode'],
  ['pageSize', '30', 'pageSize'],
  ['mapCentreLatitude', '18.5971', 'mapCentre'],
  ['mapCentreLongitude', '73.7188', 'mapCentre'],
  ['mapZoom', '11', 'mapZoom'],
  ['passwordMaxLength', '25', 'passwordMaxLength'],
  ['isTwoStepRequired', 'false', 'isTwoStepRequired'],
  ['dutyLimitHours', '16', 'dutyLimitHours'],
  ['controlRoomPhone', '', 'controlRoomPhone'],
  ['emergencyNumber', '', 'emergencyNumber'],
] as const;

const rows = defaults.map((row) => `(${row.map((text) => `'${text}'`).join(', ')})`).join(', ');

const statements = [
  // Who changed the setting to the default chose it: that is in the audit log.
  `DELETE FROM tenant_config c USING (VALUES ${rows}) AS d (key, value, field)
    WHERE c.config_key = d.key AND c.config_value = d.value AND NOT EXISTS (
      SELECT FROM audit_entries a WHERE a.tenant_id = c.tenant_id AND a.action = 'settings.changed'
        AND a.subject_id = c.tenant_id::text AND a.after ? d.field)`,
  `CREATE INDEX guards_by_email ON guards (tenant_id, lower(email)) WHERE email <> ''`,
];
