// The frame of a record's form: what somebody else saved in the meantime, the fields, and the bar that saves.
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { t } from '../lib/labels.ts';
import { Button, ButtonLink } from '../ui/actions/button.tsx';
import { FormBar } from '../ui/actions/form-bar.tsx';
import styles from './record-form.module.css';
import type { RecordForm } from './use-record-form.ts';

interface RecordFormFrameProps<Draft extends object> {
  readonly form: RecordForm<Draft>;
  readonly label: string;
  /** Where cancelling leads. */
  readonly backHref: string;
  /** Names of the fields, for those that two changed. */
  readonly fieldLabels: Readonly<Record<keyof Draft & string, string>>;
  /** How a value reads; as text unless given. */
  readonly wordsOf?: (field: keyof Draft & string, value: unknown) => string;
  /** Another way of saving, before the usual one. */
  readonly furtherSave?: ReactNode;
  readonly children: ReactNode;
}

export function RecordFormFrame<Draft extends object>(props: RecordFormFrameProps<Draft>) {
  const { form, label, backHref, children } = props;
  const fields = useRef<HTMLDivElement>(null);
  useFirstProblem(fields, form.timesTold);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form className={styles.form} aria-label={label} noValidate onSubmit={handleSubmit}>
      {form.meanwhile !== null && <Meanwhile {...props} />}
      <div ref={fields} className={styles.sections}>
        {children}
      </div>
      <FormBar state={form.isDirty ? t('records.unsaved') : ''}>
        {form.isDirty && !form.isNew ? (
          <Button disabled={form.isSaving} onClick={form.discard}>
            {t('records.discard')}
          </Button>
        ) : (
          <ButtonLink href={backHref}>{t('records.cancel')}</ButtonLink>
        )}
        {props.furtherSave}
        <Button
          variant="primary"
          type="submit"
          disabled={!form.isDirty && !form.isNew}
          isBusy={form.isSaving}
        >
          {t('records.save')}
        </Button>
      </FormBar>
    </form>
  );
}

/** Who saved what cannot be saved goes on at the first field that needs a change, which may be far from the bar. */
function useFirstProblem(fields: RefObject<HTMLDivElement | null>, timesTold: number): void {
  useEffect(() => {
    if (timesTold === 0) return;
    const first = fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]:not(:disabled)');
    first?.focus({ preventScroll: true });
    first?.scrollIntoView({ block: 'nearest' });
  }, [fields, timesTold]);
}

function Meanwhile<Draft extends object>(props: RecordFormFrameProps<Draft>) {
  const { form, fieldLabels, wordsOf = plainWords } = props;
  const { meanwhile, draft } = form;
  if (meanwhile === null) return null;
  const { theirs, conflicts } = meanwhile;
  const use = (field: keyof Draft & string) => {
    const next: Partial<Draft> = {};
    next[field] = theirs[field];
    form.change(next);
  };
  return (
    <section className={styles.meanwhile} aria-label={t('records.mergeTitle')} role="alert">
      <IconAlertTriangle size={20} aria-hidden />
      <div className={styles.meanwhileBody}>
        <h2>{t('records.mergeTitle')}</h2>
        <p>{conflicts.length === 0 ? t('records.mergeTaken') : t('records.mergeText')}</p>
        {conflicts.length > 0 && (
          <table className={styles.conflicts}>
            <thead>
              <tr>
                <th scope="col">{t('records.mergeField')}</th>
                <th scope="col">{t('records.mergeMine')}</th>
                <th scope="col">{t('records.mergeTheirs')}</th>
                <th scope="col">{t('records.mergeUse')}</th>
              </tr>
            </thead>
            <tbody>
              {conflicts.map((field) => (
                <tr key={field}>
                  <th scope="row">{fieldLabels[field]}</th>
                  <td>{wordsOf(field, draft[field])}</td>
                  <td>{wordsOf(field, theirs[field])}</td>
                  <td>
                    <Button size="small" onClick={() => use(field)}>
                      {t('records.mergeTheirs')}
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <Button size="small" onClick={form.takeTheirs}>
          {t('records.mergeLoad')}
        </Button>
      </div>
    </section>
  );
}

function plainWords(_field: string, value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === '' ? t('records.empty') : text;
}
