// The guards whom a record names: each is added from a list and taken away by a chip.
import { t } from '../lib/labels.ts';
import { Card } from '../ui/display/card.tsx';
import { Chip } from '../ui/display/chip.tsx';
import { Combobox } from '../ui/fields/combobox.tsx';
import styles from './guards-card.module.css';
import fields from './record-form.module.css';
import type { RecordForm } from './use-record-form.ts';

export interface ChoosableGuard {
  readonly id: string;
  readonly name: string;
  readonly employeeId: string;
  /** What the chip says of one who was named and has left the site since, and is not offered again. */
  readonly leftWords?: string | undefined;
}

interface GuardsCardProps {
  readonly form: GuardsForm;
  readonly guards: readonly ChoosableGuard[];
  readonly words: {
    readonly title: string;
    readonly add: string;
    readonly help: string;
    /** Said where no one is named. */
    readonly nobody?: string;
  };
}

interface GuardsDraft {
  readonly siteId: string;
  readonly guardIds: readonly string[];
}
/** What of a record's form is needed, whatever else its draft has. */
type GuardsForm = Pick<RecordForm<GuardsDraft>, 'draft' | 'problemOf' | 'change'>;

export function GuardsCard({ form, guards, words }: GuardsCardProps) {
  const { siteId, guardIds } = form.draft;
  const free = guards.filter(({ id, leftWords }) => leftWords === undefined && !guardIds.includes(id));
  const chosen = guardIds.flatMap((id) => guards.find((guard) => guard.id === id) ?? []);
  return (
    <Card title={words.title}>
      <div className={fields.fields}>
        <Combobox
          label={words.add}
          help={siteId === '' ? t('records.chooseSiteFirst') : words.help}
          error={form.problemOf('guardIds')}
          value=""
          isDisabled={free.length === 0}
          options={free.map(({ id, name, employeeId }) => ({ value: id, label: `${name} (${employeeId})` }))}
          onValueChange={(id) => form.change({ guardIds: [...guardIds, id] })}
        />
      </div>
      <div className={styles.chips}>
        {chosen.length === 0 && words.nobody !== undefined && <p className={styles.nobody}>{words.nobody}</p>}
        {chosen.map(({ id, name, leftWords }) => (
          <Chip
            key={id}
            value={leftWords ?? name}
            removeLabel={t('records.remove', { name })}
            onRemove={() => form.change({ guardIds: guardIds.filter((other) => other !== id) })}
          />
        ))}
      </div>
    </Card>
  );
}
