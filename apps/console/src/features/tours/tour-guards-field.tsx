// Who is to walk a tour; nobody in particular unless guards are named.
import { t } from '../../lib/labels.ts';
import fields from '../../records/record-form.module.css';
import { Card } from '../../ui/display/card.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { Combobox } from '../../ui/fields/combobox.tsx';
import type { TourFieldsProps } from './tour-about-fields.tsx';
import styles from './tours.module.css';

export function GuardsField({ form, choices }: TourFieldsProps) {
  const { guardIds } = form.draft;
  const guards = choices?.guards ?? [];
  const free = guards.filter(({ id }) => !guardIds.includes(id));
  const chosen = guardIds.flatMap((id) => guards.find((guard) => guard.id === id) ?? []);
  return (
    <Card title={t('tours.guards')}>
      <div className={fields.fields}>
        <Combobox
          label={t('tours.addGuard')}
          help={form.draft.siteId === '' ? t('records.chooseSiteFirst') : t('tours.guardsHelp')}
          error={form.problemOf('guardIds')}
          value=""
          isDisabled={free.length === 0}
          options={free.map(({ id, name, employeeId }) => ({ value: id, label: `${name} (${employeeId})` }))}
          onValueChange={(id) => form.change({ guardIds: [...guardIds, id] })}
        />
      </div>
      <div className={styles.chips}>
        {chosen.length === 0 && <p className={styles.quiet}>{t('tours.anyGuard')}</p>}
        {chosen.map(({ id, name }) => (
          <Chip
            key={id}
            value={name}
            onRemove={() => form.change({ guardIds: guardIds.filter((other) => other !== id) })}
          />
        ))}
      </div>
    </Card>
  );
}
