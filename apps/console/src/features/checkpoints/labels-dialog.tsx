// How labels are printed: on which sheet, which of its labels are gone, and what stands on them (MNG-04).
import { labelSheetNames, labelsOn } from '@watchpost/domain/checkpoints';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../lib/labels.ts';
import { useFileExport } from '../../records/use-file-export.ts';
import { Button } from '../../ui/actions/button.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { type LabelChoice, saveLabels } from './checkpoints.api.ts';
import { LabelSheetPreview } from './label-sheet-preview.tsx';
import styles from './labels-dialog.module.css';
import type { Labels } from './use-labels.ts';

/** Whoever prints again prints on the same sheets. */
let lastChoice: LabelChoice = { sheet: 'a4x3x8', skip: 0, hasInstructions: false };

export function LabelsDialog({ labels: { ids, leftOut, close } }: { readonly labels: Labels }) {
  if (ids === null) return null;
  return <Dialog ids={ids} leftOut={leftOut} onClose={close} />;
}

interface DialogProps {
  readonly ids: readonly string[];
  readonly leftOut: number;
  readonly onClose: () => void;
}

function Dialog({ ids, leftOut, onClose }: DialogProps) {
  const [choice, setChoice] = useState<LabelChoice>({ ...lastChoice, skip: 0 });
  const { isRunning, run } = useFileExport(async (chosen: LabelChoice, signal) => {
    await saveLabels(ids, chosen, signal);
    onClose();
  });
  const change = (next: Partial<LabelChoice>) => {
    const merged = { ...choice, ...next };
    const skip = Math.max(0, Math.min(merged.skip, labelsOn(merged.sheet) - 1));
    lastChoice = { ...merged, skip };
    setChoice(lastChoice);
  };
  return (
    <Modal
      isOpen
      title={t('checkpoints.labelsTitle', { count: ids.length })}
      width={680}
      onClose={onClose}
      onSubmit={() => void run(choice)}
      footer={
        <Footer
          sheets={Math.ceil((choice.skip + ids.length) / labelsOn(choice.sheet))}
          isBusy={isRunning}
          onClose={onClose}
        />
      }
    >
      {leftOut > 0 && (
        <p className={styles.warning}>
          <IconAlertTriangle size={18} aria-hidden />
          {t('checkpoints.labelsLeftOut', { printed: ids.length, all: ids.length + leftOut })}
        </p>
      )}
      <div className={styles.columns}>
        <Choices choice={choice} onChange={change} />
        <LabelSheetPreview
          sheet={choice.sheet}
          skip={choice.skip}
          labels={ids.length}
          hasInstructions={choice.hasInstructions}
          onSkip={(skip) => change({ skip })}
        />
      </div>
    </Modal>
  );
}

interface FooterProps {
  readonly sheets: number;
  readonly isBusy: boolean;
  readonly onClose: () => void;
}

function Footer({ sheets, isBusy, onClose }: FooterProps) {
  return (
    <>
      <p className={styles.amount} aria-live="polite">
        {t('checkpoints.sheetCount', { count: sheets })}
      </p>
      <Button onClick={onClose}>{t('checkpoints.close')}</Button>
      <Button variant="primary" type="submit" isBusy={isBusy} icon={<IconDownload size={18} aria-hidden />}>
        {t('checkpoints.downloadPdf')}
      </Button>
    </>
  );
}

interface ChoicesProps {
  readonly choice: LabelChoice;
  readonly onChange: (choice: Partial<LabelChoice>) => void;
}

function Choices({ choice: { sheet, skip, hasInstructions }, onChange }: ChoicesProps) {
  const most = labelsOn(sheet) - 1;
  return (
    <div className={styles.choices}>
      <SelectField
        label={t('checkpoints.sheet')}
        help={t(`checkpoints.sheetHelp.${sheet}`)}
        value={sheet}
        options={labelSheetNames.map((name) => ({ value: name, label: t(`checkpoints.sheet.${name}`) }))}
        onValueChange={(value) => {
          const chosen = labelSheetNames.find((name) => name === value);
          if (chosen !== undefined) onChange({ sheet: chosen });
        }}
      />
      {most > 0 && (
        <TextField
          label={t('checkpoints.skip')}
          help={t('checkpoints.skipHelp', { most })}
          type="number"
          inputMode="numeric"
          min={0}
          max={most}
          value={skip}
          onChange={({ target }) => onChange({ skip: Math.trunc(Number(target.value)) || 0 })}
        />
      )}
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={hasInstructions}
          onChange={({ target }) => onChange({ hasInstructions: target.checked })}
        />
        <span>
          {t('checkpoints.withInstructions')}
          <span className={styles.help}>{t('checkpoints.withInstructionsHelp')}</span>
        </span>
      </label>
    </div>
  );
}
