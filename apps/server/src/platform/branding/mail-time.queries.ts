import { languageOf, localeOf } from '@watchpost/domain/languages';
import { defaultLanguage } from '@watchpost/domain/limits';
import type { Db } from '../db/database.ts';
import { findOwnDateFormat } from './date-format.queries.ts';
import { timeText } from './time-text.ts';

/** An instant in words, as the tenant writes times and its reader reads them. */
export async function findTimeText(
  db: Db,
  tenantId: string,
  atMs: number,
  { language, timeZone }: { language: string; timeZone: string },
): Promise<string> {
  const locale = localeOf(languageOf(language) ?? defaultLanguage);
  return timeText(atMs, { format: await findOwnDateFormat(db, tenantId), timeZone, locale });
}
