import { useEffect, useMemo, useState } from 'react';
import { t } from '../labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import type { LogoCrops } from './crop-logo.ts';
import styles from './logo-choice.module.css';

interface PreviewProps {
  readonly cuts: LogoCrops;
  readonly isSaving: boolean;
  /** Words for the grounds that it is shown on. */
  readonly grounds: Readonly<Record<'light' | 'dark', string>>;
  readonly onUse: (blob: Blob) => void;
  readonly onBack: () => void;
}

/** An address for showing a picture that lies in memory. */
function useAddress(blob: Blob): string {
  const address = useMemo(() => URL.createObjectURL(blob), [blob]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return address;
}

/** The step between choosing a file and having a logo: whole or cut, seen on light and on dark. */
export function LogoPreview({ cuts, isSaving, grounds, onUse, onBack }: PreviewProps) {
  const [isTrimmed, setIsTrimmed] = useState(true);
  const blob = isTrimmed ? cuts.trimmed : cuts.whole;
  const address = useAddress(blob);
  const choices = [
    { isOn: isTrimmed, choose: () => setIsTrimmed(true), label: t('logo.trimmed') },
    { isOn: !isTrimmed, choose: () => setIsTrimmed(false), label: t('logo.whole') },
  ];
  return (
    <Modal
      isOpen
      onClose={onBack}
      title={t('logo.previewTitle')}
      footer={
        <>
          <Button onClick={onBack}>{t('logo.back')}</Button>
          <Button variant="primary" isBusy={isSaving} onClick={() => onUse(blob)}>
            {t('logo.use')}
          </Button>
        </>
      }
    >
      <div className={styles.preview}>
        <fieldset className={styles.cuts}>
          <legend>{t('logo.cut')}</legend>
          {choices.map(({ isOn, choose, label }) => (
            <label key={label} className={styles.cut}>
              <input type="radio" name="logo-cut" checked={isOn} onChange={choose} />
              {label}
            </label>
          ))}
        </fieldset>
        {(['light', 'dark'] as const).map((scheme) => (
          <figure key={scheme} className={styles.sample}>
            <figcaption>{grounds[scheme]}</figcaption>
            <span className={scheme === 'light' ? styles.light : styles.dark}>
              <span className={styles.plate}>
                {address !== '' && <img src={address} alt={t('logo.alt')} className={styles.picture} />}
              </span>
            </span>
          </figure>
        ))}
      </div>
    </Modal>
  );
}
