// Pictures and documents that prove what became of a round.
import type { ExceptionDetails } from '@watchpost/contract/exceptions';
import { exceptionFilesMax } from '@watchpost/domain/exceptions';
import { IconFileTypePdf, IconPaperclip } from '@tabler/icons-react';
import { t } from '../../lib/labels.ts';
import { useShownZone } from '../../lib/rounds/shown-zone.ts';
import { wallClock } from '../../lib/rounds/round-times.ts';
import { FileButton } from '../../ui/actions/file-button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { addEvidence, evidenceAddress, saveEvidence } from './exceptions.api.ts';
import styles from './exceptions.module.css';
import { useChanges } from './use-changes.ts';

interface EvidenceProps {
  readonly details: ExceptionDetails;
  readonly mayAdd: boolean;
}

export function ExceptionEvidence({ details: { exception, files }, mayAdd }: EvidenceProps) {
  const { isBusy, attempt } = useChanges();
  const add = (picked: readonly File[]) =>
    void attempt(async () => {
      for (const file of picked.slice(0, exceptionFilesMax - files.length))
        await addEvidence(exception.id, file);
    });
  const isFull = files.length >= exceptionFilesMax;
  if (files.length === 0 && !mayAdd) return null;
  return (
    <Card title={t('exceptions.evidence')}>
      {files.length === 0 ? (
        <p className={styles.quiet}>{t('exceptions.noEvidence')}</p>
      ) : (
        <ul className={styles.files}>
          {files.map((file) => (
            <li key={file.id}>
              <FileTile exception={exception} file={file} />
            </li>
          ))}
        </ul>
      )}
      {mayAdd && !isFull && (
        <div data-print="hide" className={styles.addFile}>
          <FileButton
            label={t('exceptions.addEvidence')}
            accept="image/jpeg,image/png,image/gif,application/pdf"
            isMultiple
            icon={<IconPaperclip size={16} aria-hidden />}
            isBusy={isBusy}
            onChoose={(_first, all) => add(all)}
          >
            {t('exceptions.addEvidence')}
          </FileButton>
          <span className={styles.quiet}>{t('exceptions.evidenceHelp')}</span>
        </div>
      )}
    </Card>
  );
}

interface TileProps {
  readonly exception: ExceptionDetails['exception'];
  readonly file: ExceptionDetails['files'][number];
}

/** Saves the file: nothing that was sent is opened within the console but small pictures, drawn again. */
function FileTile({ exception, file }: TileProps) {
  const { attempt } = useChanges();
  const zone = useShownZone(exception.timeZone);
  return (
    <button
      type="button"
      className={styles.file}
      title={t('exceptions.saveFile', { name: file.name })}
      onClick={() => void attempt(() => saveEvidence(exception.id, file.id))}
    >
      {file.mediaType === 'application/pdf' ? (
        <span className={styles.document}>
          <IconFileTypePdf size={36} stroke={1.5} aria-hidden />
        </span>
      ) : (
        <img src={evidenceAddress(exception.id, file.id, '250')} alt="" />
      )}
      <span className={styles.fileName}>{file.name}</span>
      <span className={styles.byline}>{`${wallClock(file.addedAtMs, zone)}, ${file.addedBy}`}</span>
    </button>
  );
}
