// Names a floor plan: a new one before it is sent, or one that is there.
import type { FloorPlan } from '@watchpost/contract/floor-plans';
import { floorPlanNameMaxLength } from '@watchpost/domain/floor-plans';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureTexts, FormMessage, type FormMessageContent } from '../../lib/form-message.tsx';
import { t, translate } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { addPlan, floorPlansKey, planNameSchema, renamePlan } from './floor-plans.api.ts';
import styles from './site-details.module.css';

export type NamedPlan =
  | { readonly kind: 'new'; readonly file: File }
  | { readonly kind: 'rename'; readonly plan: FloorPlan };

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
  const [name, setName] = useState(() => firstName(named));
  const [problem, setProblem] = useState<string | null>(null);
  const [message, setMessage] = useState<FormMessageContent>();
  const [isBusy, setIsBusy] = useState(false);
  const send = async (checked: string) => {
    if (named.kind === 'new') await addPlan(siteId, named.file, checked);
    else await renamePlan(named.plan.id, { name: checked, version: named.plan.version });
    await queries.invalidateQueries({ queryKey: floorPlansKey(siteId) });
    onClose();
  };
  const save = async () => {
    const checked = planNameSchema.safeParse(name);
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
  const change = (text: string) => {
    setName(text);
    setProblem(null);
  };
  return { name, problem, message, isBusy, change, save };
}

export function FloorPlanDialog(props: DialogProps) {
  const { name, problem, message, isBusy, change, save } = useNaming(props);
  const isNew = props.named.kind === 'new';
  return (
    <Modal
      isOpen
      onClose={props.onClose}
      title={t(isNew ? 'plans.add' : 'plans.rename')}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={props.onClose}>{t('subAdmins.cancel')}</Button>
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
          onChange={(event) => change(event.target.value)}
        />
      </div>
    </Modal>
  );
}
