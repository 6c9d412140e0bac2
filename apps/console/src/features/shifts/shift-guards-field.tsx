// Who is in a shift.
import type { PlanGuard } from '@watchpost/contract/shifts';
import { t } from '../../lib/labels.ts';
import fields from '../../records/record-form.module.css';
import type { RecordForm } from '../../records/use-record-form.ts';
import { Card } from '../../ui/display/card.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { Combobox } from '../../ui/fields/combobox.tsx';
import type { ShiftDraft } from './shift-draft.ts';
import styles from './shifts.module.css';

interface GuardsFieldProps {
  readonly form: RecordForm<ShiftDraft>;
  readonly guards: readonly PlanGuard[];
}

export function GuardsField({ form, guards }: GuardsFieldProps) {
  const { guardIds } = form.draft;
  const free = guards.filter(({ id, isOfSite }) => isOfSite && !guardIds.includes(id));
  const chosen = guardIds.flatMap((id) => guards.find((guard) => guard.id === id) ?? []);
  return (
    <Card title={t('shifts.guards')}>
      <div className={fields.fields}>
        <Combobox
          label={t('shifts.addGuard')}
          help={form.draft.siteId === '' ? t('records.chooseSiteFirst') : t('shifts.guardsHelp')}
          error={form.problemOf('guardIds')}
          value=""
          isDisabled={free.length === 0}
          options={free.map(({ id, name, employeeId }) => ({ value: id, label: `${name} (${employeeId})` }))}
          onValueChange={(id) => form.change({ guardIds: [...guardIds, id] })}
        />
      </div>
      <div className={styles.chips}>
        {chosen.map(({ id, name, isOfSite }) => (
          <Chip
            key={id}
            value={isOfSite ? name : t('shifts.leftSite', { name })}
            onRemove={() => form.change({ guardIds: guardIds.filter((other) => other !== id) })}
          />
        ))}
      </div>
    </Card>
  );
}
