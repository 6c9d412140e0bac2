// The archives of what was removed, and their files.
import type { ArchiveOfMonth } from '@watchpost/contract/retention';
import { IconArchive, IconDownload } from '@tabler/icons-react';
import { useSession } from '../../lib/current-session.ts';
import { currentLocale, t } from '../../lib/labels.ts';
import { timeWords } from '../../records/record-time.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import styles from './archives-card.module.css';
import { saveArchiveFile } from './retention.api.ts';

const bytesPerMb = 1_000_000;

export function ArchivesCard({ archives }: { readonly archives: readonly ArchiveOfMonth[] }) {
  if (archives.length === 0) {
    return (
      <Card title={t('retention.archives')}>
        <EmptyState
          icon={<IconArchive size={32} aria-hidden />}
          title={t('retention.noArchives')}
          reason={t('retention.noArchivesWhy')}
        />
      </Card>
    );
  }
  return (
    <Card title={t('retention.archives')} isFlush>
      <ul className={styles.archives}>
        {archives.map((archive) => (
          <Archive key={archive.id} archive={archive} />
        ))}
      </ul>
    </Card>
  );
}

function Archive({ archive }: { readonly archive: ArchiveOfMonth }) {
  const mayDownload = useSession((session) => session.hasAccessTo('APP_SETTINGS', 'edit'));
  const { monthMs, files } = archive;
  const month = new Date(monthMs).toLocaleDateString(currentLocale(), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return (
    <li className={styles.archive}>
      <div>
        <h3 className={styles.month}>{month}</h3>
        <p className={styles.state}>{stateText(archive)}</p>
      </div>
      <dl className={styles.counts}>
        {(['rounds', 'held'] as const).map((count) => (
          <div key={count}>
            <dt>{t(`retention.${count}`)}</dt>
            <dd>{archive[count].toLocaleString(currentLocale())}</dd>
          </div>
        ))}
      </dl>
      {mayDownload && (
        <div className={styles.files}>
          {files.map((file) => (
            <ArchiveFileButton key={file.no} archiveId={archive.id} file={file} />
          ))}
        </div>
      )}
    </li>
  );
}

interface FileProps {
  readonly archiveId: string;
  readonly file: ArchiveOfMonth['files'][number];
}

function ArchiveFileButton({ archiveId, file: { no, kind, bytes, sha256 } }: FileProps) {
  const size = Math.max(0.1, Math.round((bytes / bytesPerMb) * 10) / 10).toLocaleString(currentLocale());
  return (
    <Button
      icon={<IconDownload size={18} aria-hidden />}
      title={t('retention.sha256', { hash: sha256 })}
      onClick={() => void saveArchiveFile(archiveId, no)}
    >
      {t(kind === 'rows' ? 'retention.rowsFile' : 'retention.evidenceFile', { no: no + 1, size })}
    </Button>
  );
}

function stateText({ status, removedAtMs }: ArchiveOfMonth): string {
  if (status === 'removed') return t('retention.removed', { date: timeWords(removedAtMs ?? 0) });
  return t(status === 'writing' ? 'retention.writing' : 'retention.verified');
}
