// What opens a checkpoint to a scan (its code, what is typed instead, its tag's id) is read by those alone who may edit checkpoints.
import type { CheckpointRow } from '@watchpost/contract/checkpoints';
import { isPermitted } from '@watchpost/domain/permissions';
import type { ConsoleCaller } from '../../platform/access/caller.ts';
import { hadId } from '../../platform/managed-records/former-ids.queries.ts';
import type { Condition } from '../../platform/managed-records/record-list.queries.ts';

export const mayReadCodes = ({ role, switches }: ConsoleCaller): boolean =>
  isPermitted(role, 'CHECKPOINTS:edit', switches);

/** The row as the caller may read it. */
export const readableRow = (caller: ConsoleCaller, row: CheckpointRow): CheckpointRow =>
  mayReadCodes(caller) ? row : { ...row, nfcTagId: '' };

/**
 * A search looks into tags too: for who may not read them each word must stand in the name, or what is found would tell a tag
 * letter by letter.
 */
export function foundByName(caller: ConsoleCaller, searchText: string | undefined): Condition[] {
  if (searchText === undefined || searchText === '' || mayReadCodes(caller)) return [];
  return [
    (
      values,
    ) => `(${hadId(values.add(caller.scope.tenantId, 'uuid'), values.add(searchText, 'text'))} OR NOT EXISTS (SELECT FROM regexp_split_to_table(trim(fold_text(${values.add(searchText, 'text')})), '\\s+') AS w
      WHERE position(w IN fold_text(r.name)) = 0))`,
  ];
}
