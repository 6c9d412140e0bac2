// Names a floor plan: a new one before it is sent, or one that is there.
import type { FloorPlan } from '@watchpost/contract/floor-plans';
import { floorPlanNameMaxLength } from '@watchpost/domain/floor-plans';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureTexts, FormMessage, type FormMessageContent } from '../../lib/form-message.tsx';
import { t, translate } from '../../lib/labels.ts';
import { makeAsked, useDialogDraft } from '../../records/use-dialog-draft.ts';
import { Button } from '../../ui/actions/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { addPlan, floorPlansKey, planNameSchema, renamePlan } from './floor-plans.api.ts';
import styles from './site-details.module.css';

export type NamedPlan =
  | { readonly kind: 'new'; readonly file: File }
  | { readonly kind: 'rename'; readonly plan: FloorPlan };

const dialogName = 'floorPlan';
export const useNamedPlan = makeAsked<NamedPlan>(dialogName);

interface DialogProps {
  readonly siteId: string;
  readonly named: NamedPlan;
  readonly onClose: () => void;
}

const firstName = (named: NamedPlan): string =>
  named.kind === 'rename'
    ? named.plan.name
    : named.file.name.replace(/\.[^.]*$/, '').slice(0, floorPlanNameMaxLength);

function useNaming({ siteId, named, onClose }: DialogProps) {
  const queries = useQueryClient();
  const stored = { name: firstName(named) };
  const { draft, change, close, drop } = useDialogDraft(dialogName, stored, onClose);
  const [problem, setProblem] = useState<string | null>(null);
  const [message, setMessage] = useState<FormMessageContent>();
  const [isBusy, setIsBusy] = useState(false);
  const send = async (checked: string) => {
    if (named.kind === 'new') await addPlan(siteId, named.file, checked);
    else await renamePlan(named.plan.id, { name: checked, version: named.plan.version });
    await queries.invalidateQueries({ queryKey: floorPlansKey(siteId) });
    drop();
  };
  const save = async () => {
    const checked = planNameSchema.safeParse(draft.name);
    if (!checked.success) return setProblem(checked.error.issues[0]?.message ?? '');
    setMessage(undefined);
    setIsBusy(true);
    try {
      await send(checked.data);
    } catch (error) {
      setMessage({ isError: true, texts: failureTexts(error) });
      // Of two who named it at once the second sees what the first wrote.
      void queries.invalidateQueries({ queryKey: floorPlansKey(siteId) });
    } finally {
      setIsBusy(false);
    }
  };
  const write = (name: string) => {
    change({ name });
    setProblem(null);
  };
  return { name: draft.name, problem, message, isBusy, write, close, save };
}

export function FloorPlanDialog(props: DialogProps) {
  const { name, problem, message, isBusy, write, close, save } = useNaming(props);
  const isNew = props.named.kind === 'new';
  return (
    <Modal
      isOpen
      onClose={close}
      title={t(isNew ? 'plans.add' : 'plans.rename')}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={close}>{t('subAdmins.cancel')}</Button>
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {t(isNew ? 'plans.upload' : 'records.save')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <FormMessage message={message} />
        <TextField
          label={t('plans.name')}
          help={isNew ? t('plans.rule') : undefined}
          isRequired
          maxLength={floorPlanNameMaxLength}
          autoComplete="off"
          error={problem === null ? null : translate(problem)}
          value={name}
          onChange={(event) => write(event.target.value)}
        />
      </div>
    </Modal>
  );
}
