/* oxlint-disable jsx-a11y/prefer-tag-over-role -- an img element cannot hold a drawing */
// The QR code that hangs at a checkpoint, what is typed instead of it, and the codes before it (MNG-04).
import type { CheckpointCode, CheckpointRow } from '@watchpost/contract/checkpoints';
import { typedCodeOf } from '@watchpost/domain/checkpoint-codes';
import { IconDownload, IconPrinter, IconRefresh } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useSession } from '../../lib/current-session.ts';
import { DateAndTime } from '../../lib/date-and-time.tsx';
import { t } from '../../lib/labels.ts';
import { saveFile } from '../../lib/save-file.ts';
import { timeWords } from '../../records/record-time.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { StatusBadge } from '../../ui/display/status-badge.tsx';
import styles from './checkpoint-details.module.css';
import { qrDrawing, qrFileName, qrPng, qrSvg } from './qr-drawing.ts';
import { useReissue } from './use-reissue.ts';

interface CodeCardProps {
  readonly checkpoint: CheckpointRow;
  /** Newest first. */
  readonly codes: readonly CheckpointCode[];
  readonly onLabels: () => void;
}

export function CodeCard({ checkpoint, codes, onLabels }: CodeCardProps) {
  const [current] = codes;
  const isValid = current !== undefined && current.retiredAtMs === null;
  return (
    <Card title={t('checkpoints.code')}>
      {isValid && current.text !== null ? (
        <ValidCode checkpoint={checkpoint} code={current} text={current.text} onLabels={onLabels} />
      ) : (
        <p className={styles.quiet}>{t(isValid ? 'checkpoints.codeHidden' : 'checkpoints.noCode')}</p>
      )}
      <Reissue checkpoint={checkpoint} isFirst={codes.length === 0} />
      <CodeHistory codes={isValid ? codes.slice(1) : codes} />
    </Card>
  );
}

interface ValidCodeProps extends Pick<CodeCardProps, 'checkpoint' | 'onLabels'> {
  readonly code: CheckpointCode;
  readonly text: string;
}

function ValidCode({ checkpoint: { name, activated }, code, text, onLabels }: ValidCodeProps) {
  const savePng = async () => saveFile(await qrPng(text), qrFileName(name, 'png'));
  const issued = <DateAndTime text={timeWords(code.issuedAtMs)} />;
  return (
    <div className={styles.code}>
      <QrCode text={text} label={t('checkpoints.codeOf', { name })} />
      <div className={styles.codeWords}>
        <dl className={styles.codeFacts}>
          <div>
            <dt>{t('checkpoints.typed')}</dt>
            <dd>
              <code className={styles.typed}>{typedCodeOf(text).replace(/^(.{4})/, '$1 ')}</code>
            </dd>
          </div>
          <div>
            <dt>{t('checkpoints.serial')}</dt>
            <dd>{code.serial}</dd>
          </div>
          <div>
            <dt>{t('checkpoints.issued')}</dt>
            <dd>{issued}</dd>
          </div>
        </dl>
        {!code.isSigned && (
          <p>
            <StatusBadge meaning="late">{t('checkpoints.unsigned')}</StatusBadge>{' '}
            <span className={styles.quiet}>{t('checkpoints.unsignedWhy')}</span>
          </p>
        )}
        <div className={styles.codeActions}>
          {activated && (
            <Button size="small" icon={<IconPrinter size={16} aria-hidden />} onClick={onLabels}>
              {t('checkpoints.printLabels')}
            </Button>
          )}
          <Button
            size="small"
            icon={<IconDownload size={16} aria-hidden />}
            onClick={() => saveFile(qrSvg(text), qrFileName(name, 'svg'))}
          >
            {t('checkpoints.saveSvg')}
          </Button>
          <Button size="small" icon={<IconDownload size={16} aria-hidden />} onClick={() => void savePng()}>
            {t('checkpoints.savePng')}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** Dark on light in either colour scheme, as cameras expect. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { side, path } = useMemo(() => qrDrawing(text), [text]);
  return (
    <svg className={styles.qr} viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label}>
      <rect width={side} height={side} fill="#ffffff" />
      <path d={path} fill="#000000" shapeRendering="crispEdges" />
    </svg>
  );
}

interface ReissueProps extends Pick<CodeCardProps, 'checkpoint'> {
  readonly isFirst: boolean;
}

function Reissue({ checkpoint, isFirst }: ReissueProps) {
  const mayEdit = useSession((session) => session.hasAccess('edit'));
  const { isBusy, reissue } = useReissue();
  if (!mayEdit || !checkpoint.activated) return null;
  return (
    <div className={styles.reissue}>
      <Button
        size="small"
        icon={<IconRefresh size={16} aria-hidden />}
        isBusy={isBusy}
        onClick={() => void reissue(checkpoint)}
      >
        {t('checkpoints.reissue')}
      </Button>
      {!isFirst && <span className={styles.help}>{t('checkpoints.reissueHelp')}</span>}
    </div>
  );
}

function CodeHistory({ codes }: Pick<CodeCardProps, 'codes'>) {
  if (codes.length === 0) return null;
  return (
    <details className={styles.history}>
      <summary>{t('checkpoints.earlierCodes', { count: codes.length })}</summary>
      <ol className={styles.codes}>
        {codes.map(({ serial, issuedAtMs, retiredAtMs, isSigned }) => (
          <li key={serial}>
            <strong>{t('checkpoints.codeNumber', { serial })}</strong>
            <span className={styles.quiet}>
              {timeWords(issuedAtMs)} – {retiredAtMs === null ? '' : timeWords(retiredAtMs)}
            </span>
            {!isSigned && <span className={styles.quiet}>{t('checkpoints.unsigned')}</span>}
          </li>
        ))}
      </ol>
    </details>
  );
}
