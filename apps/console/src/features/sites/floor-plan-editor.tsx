// The plan itself beside the list of what stands on it and what could.
import type { FloorPlan, FloorPlans } from '@watchpost/contract/floor-plans';
import type { PlanPoint } from '@watchpost/domain/floor-plans';
import { IconAlertTriangle, IconArrowBackUp } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { t } from '../../lib/labels.ts';
import form from '../../records/record-form.module.css';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx';
import { pinElementId } from '../../ui/plan/plan-pin.tsx';
import { PlanView } from '../../ui/plan/plan-view.tsx';
import { type PlanViewState, usePlanView } from '../../ui/plan/use-plan-view.ts';
import { planImage } from './floor-plans.api.ts';
import styles from './floor-plans.module.css';
import { PlanCheckpoints } from './plan-checkpoints.tsx';
import { usePlanDrop } from './use-plan-drop.tsx';
import { type PlanEditing, usePlanEditing } from './use-plan-editing.ts';

interface EditorProps {
  readonly siteId: string;
  readonly plans: FloorPlans;
  readonly plan: FloorPlan;
  readonly mayEdit: boolean;
}

const percent = (part: number): number => Math.round(part * 100);

const placeWords = (name: string, { x, y }: PlanPoint): string =>
  t('plans.spoken', { name, x: percent(x), y: percent(y) });

/** Focuses a pin, when it is there or as soon as it is drawn. */
function useFocusOnPin() {
  const awaited = useRef<string | null>(null);
  useEffect(() => {
    if (awaited.current === null) return;
    document.getElementById(pinElementId(awaited.current))?.focus();
    awaited.current = null;
  });
  return (id: string) => {
    const pin = document.getElementById(pinElementId(id));
    if (pin === null) awaited.current = id;
    else pin.focus();
  };
}

/** What can be done with the checkpoints, and what is said of it. */
function useHandling(editing: PlanEditing, names: ReadonlyMap<string, string>) {
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const focusOn = useFocusOnPin();
  const nameOf = (id: string) => names.get(id) ?? '';
  const place = (id: string, at: PlanPoint, by?: 'pointer' | 'key') => {
    editing.place(id, at, by);
    setSelectedId(id);
    setSaid(placeWords(nameOf(id), at));
  };
  return {
    selectedId,
    said,
    place,
    placeAndFocus: (id: string, at: PlanPoint) => {
      place(id, at);
      focusOn(id);
    },
    select: (id: string) => setSelectedId(id),
    show: (id: string) => {
      setSelectedId(id);
      focusOn(id);
    },
    remove: (id: string) => {
      editing.remove(id);
      setSaid(t('plans.takenOff', { name: nameOf(id) }));
    },
  };
}

export function FloorPlanEditor({ siteId, plans, plan, mayEdit }: EditorProps) {
  const editing = usePlanEditing(siteId, plan);
  const frameRef = useRef<HTMLDivElement>(null);
  const view = usePlanView(frameRef, plan);
  const names = new Map((plans.checkpoints ?? []).map(({ id, name }) => [id, name]));
  const handling = useHandling(editing, names);
  const drop = usePlanDrop(frameRef, (id, client) => handling.placeAndFocus(id, view.pointAt(client)));
  const remove = (id: string) => {
    handling.remove(id);
    // The pin that had the focus is gone.
    frameRef.current?.focus();
  };
  return (
    <>
      {editing.isMerged && <Merged />}
      <div className={styles.editor}>
        <Stage
          {...{ plans, plan, mayEdit, editing, handling, frameRef, view, remove }}
          isTarget={drop.isOver}
        />
        <PlanCheckpoints
          plans={plans}
          plan={plan}
          places={editing.places}
          mayEdit={mayEdit}
          selectedId={handling.selectedId}
          dragHandlers={drop.handlersOf}
          onShow={handling.show}
          onPlace={(id) => handling.placeAndFocus(id, view.centre())}
          onRemove={remove}
        />
      </div>
      <VisuallyHidden>
        <output>{handling.said}</output>
      </VisuallyHidden>
      {drop.ghost}
      {mayEdit && <SaveBar editing={editing} />}
    </>
  );
}

interface StageProps extends Omit<EditorProps, 'siteId'> {
  readonly editing: PlanEditing;
  readonly handling: ReturnType<typeof useHandling>;
  readonly frameRef: RefObject<HTMLDivElement | null>;
  readonly view: PlanViewState;
  readonly isTarget: boolean;
  readonly remove: (id: string) => void;
}

/** The plan with what stands on it. */
function Stage({ plans, plan, mayEdit, editing, handling, frameRef, view, isTarget, remove }: StageProps) {
  const pins = (plans.checkpoints ?? []).flatMap(({ id, name, activated }) => {
    const at = editing.places[id];
    if (at === undefined) return [];
    return [{ id, label: name, spoken: placeWords(name, at), at, isQuiet: !activated }];
  });
  return (
    <Card title={plan.name} isFlush className={styles.planCard}>
      <PlanView
        frameRef={frameRef}
        state={view}
        label={t('plans.area', { name: plan.name })}
        help={t(mayEdit ? 'plans.helpEdit' : 'plans.helpView')}
        src={planImage(plan.id, 'main')}
        size={plan}
        pins={pins}
        isReadOnly={!mayEdit}
        isTarget={isTarget}
        selectedId={handling.selectedId}
        onSelect={handling.select}
        onMove={handling.place}
        onRemove={remove}
        texts={{
          zoomIn: t('sites.zoomIn'),
          zoomOut: t('sites.zoomOut'),
          whole: t('plans.whole'),
          broken: t('plans.broken'),
        }}
      />
    </Card>
  );
}

function Merged() {
  return (
    <section className={form.meanwhile} role="alert" aria-label={t('records.mergeTitle')}>
      <IconAlertTriangle size={20} aria-hidden />
      <div className={form.meanwhileBody}>
        <h2>{t('records.mergeTitle')}</h2>
        <p>{t('plans.merged')}</p>
      </div>
    </section>
  );
}

function SaveBar({ editing }: { readonly editing: PlanEditing }) {
  const { isDirty, isSaving, canUndo } = editing;
  return (
    <div className={form.bar}>
      <output className={form.state}>{isDirty ? t('records.unsaved') : ''}</output>
      <Button
        icon={<IconArrowBackUp size={18} aria-hidden />}
        disabled={!canUndo || isSaving}
        onClick={editing.undo}
      >
        {t('plans.undo')}
      </Button>
      <Button disabled={!isDirty || isSaving} onClick={editing.discard}>
        {t('records.discard')}
      </Button>
      <Button variant="primary" disabled={!isDirty} isBusy={isSaving} onClick={editing.save}>
        {t('records.save')}
      </Button>
    </div>
  );
}
