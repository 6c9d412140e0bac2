import type { AuditEntry, AuditPage } from '@watchpost/contract/audit-log';
import { t, translate } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Fact, Facts } from '../../ui/display/facts.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import styles from './audit-log-page.module.css';
import type { AuditFilters } from './audit-search.ts';
import {
  actionText,
  actorText,
  agentText,
  changedFields,
  fieldText,
  recordText,
  subjectText,
  utcText,
} from './audit-texts.ts';
import { EntryTime } from './entry-time.tsx';

interface DrawerProps {
  /** Null while closed. */
  readonly entry: AuditEntry | null;
  /** Of records that its fields hold, by id. */
  readonly names: AuditPage['names'];
  readonly onClose: () => void;
  readonly onFilter: (change: Partial<AuditFilters>) => void;
}

/** One entry whole: who, what, when, from where, and every changed field before and after. */
export function AuditEntryDrawer({ entry, names, onClose, onFilter }: DrawerProps) {
  return (
    <Drawer
      isOpen={entry !== null}
      onClose={onClose}
      title={entry === null ? t('audit.details') : actionText(entry.action)}
      width={520}
    >
      {entry !== null && (
        <div className={styles.details}>
          <EntryFacts entry={entry} />
          <Changes entry={entry} names={names} />
          <div className={styles.buttons}>
            <Button size="small" onClick={() => onFilter({ subjectId: entry.subjectId })}>
              {t('audit.aboutRecord')}
            </Button>
            {entry.actorId !== null && (
              <Button size="small" onClick={() => onFilter({ actor: entry.actorId ?? '' })}>
                {t('audit.byActor')}
              </Button>
            )}
          </div>
        </div>
      )}
    </Drawer>
  );
}

function EntryFacts({ entry }: { readonly entry: AuditEntry }) {
  const { at, actorRole, subjectType, address, requestId } = entry;
  const role = actorRole === null ? '' : translate(`audit.role.${actorRole}`);
  return (
    <Facts areLines>
      <Fact label={t('audit.time')}>
        <EntryTime atMs={at} />
        <span className={styles.quiet}>{utcText(at)}</span>
      </Fact>
      <Fact label={t('audit.actor')}>
        {actorText(entry)}
        <span className={styles.quiet}>{role}</span>
      </Fact>
      <Fact label={t('audit.subjectType')}>
        {recordText(entry)}
        <span className={styles.quiet}>{subjectText(subjectType)}</span>
      </Fact>
      <Fact label={t('audit.address')}>{address || t('audit.unknown')}</Fact>
      <Fact label={t('audit.agent')}>{agentText(entry)}</Fact>
      <Fact label={t('audit.requestId')}>{requestId || t('audit.unknown')}</Fact>
    </Facts>
  );
}

function Changes({ entry, names }: { readonly entry: AuditEntry; readonly names: AuditPage['names'] }) {
  const fields = changedFields(entry, names);
  if (fields.length === 0) return <p className={styles.quiet}>{t('audit.noFields')}</p>;
  return (
    <table className={styles.changes}>
      <caption>{t('audit.changes')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('audit.field')}</th>
          <th scope="col">{t('audit.before')}</th>
          <th scope="col">{t('audit.after')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, before, after }) => (
          <tr key={name}>
            <th scope="row">{fieldText(name)}</th>
            <td>{before !== null && <del>{before}</del>}</td>
            <td>{after !== null && <ins>{after}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
