// The checkpoints of the site by where they are: on this plan, on none, on another one.
import type { FloorPlan, FloorPlans } from '@watchpost/contract/floor-plans';
import { IconCrosshair, IconGripVertical, IconX } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { t } from '../../lib/labels.ts';
import { HiddenCard } from '../../records/list-card.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Card } from '../../ui/display/card.tsx';
import styles from './floor-plans.module.css';
import type { Places } from './plan-places.ts';
import type { SiteCheckpoint } from './use-plan-editing.ts';

interface ListsProps {
  readonly plans: FloorPlans;
  readonly plan: FloorPlan;
  readonly places: Places;
  readonly mayEdit: boolean;
  readonly selectedId: string | null;
  readonly dragHandlers: (id: string, name: string) => ComponentProps<'span'>;
  readonly onShow: (id: string) => void;
  readonly onPlace: (id: string) => void;
  readonly onRemove: (id: string) => void;
}

/** Name of the other plan that each stands on. */
function elsewhereOf({ data }: FloorPlans, plan: FloorPlan): ReadonlyMap<string, string> {
  return new Map(
    data
      .filter(({ id }) => id !== plan.id)
      .flatMap(({ name, checkpoints }) => checkpoints.map(({ id }) => [id, name] as const)),
  );
}

export function PlanCheckpoints(props: ListsProps) {
  const { plans, plan, places, mayEdit } = props;
  const elsewhere = elsewhereOf(plans, plan);
  const all = plans.checkpoints;
  if (all === null) return <HiddenCard title={t('sites.checkpoints')} />;
  const here = all.filter(({ id }) => places[id] !== undefined);
  const open = all.filter(({ id }) => places[id] === undefined && !elsewhere.has(id));
  const others = all.filter(({ id }) => places[id] === undefined && elsewhere.has(id));
  const rest = all.length === 0 ? 'sites.noCheckpoints' : 'plans.allPlaced';
  return (
    <div className={styles.lists}>
      <Card title={t('plans.here', { count: here.length })} isFlush>
        {here.length === 0 && <p className={styles.none}>{t('plans.noneHere')}</p>}
        <Rows
          of={here}
          row={(checkpoint) => <Placed key={checkpoint.id} checkpoint={checkpoint} {...props} />}
        />
      </Card>
      {mayEdit && (
        <Card title={t('plans.open', { count: open.length })} isFlush>
          <p className={styles.none}>{t(open.length === 0 ? rest : 'plans.openHelp')}</p>
          <Rows
            of={open}
            row={(checkpoint) => <Placeable key={checkpoint.id} checkpoint={checkpoint} {...props} />}
          />
        </Card>
      )}
      {mayEdit && others.length > 0 && (
        <Card title={t('plans.elsewhere', { count: others.length })} isFlush>
          <Rows
            of={others}
            row={(checkpoint) => (
              <Placeable key={checkpoint.id} checkpoint={checkpoint} {...props}>
                <span className={styles.quiet}>{elsewhere.get(checkpoint.id)}</span>
              </Placeable>
            )}
          />
        </Card>
      )}
    </div>
  );
}

interface RowsProps {
  readonly of: readonly SiteCheckpoint[];
  readonly row: (checkpoint: SiteCheckpoint) => ReactNode;
}

const Rows = ({ of, row }: RowsProps) =>
  of.length === 0 ? null : <ul className={styles.rows}>{of.map(row)}</ul>;

interface RowProps extends ListsProps {
  readonly checkpoint: SiteCheckpoint;
  readonly children?: ReactNode;
}

function Placed({ checkpoint: { id, name }, mayEdit, selectedId, onShow, onRemove }: RowProps) {
  return (
    <li className={id === selectedId ? styles.selected : undefined}>
      <button type="button" className={styles.show} onClick={() => onShow(id)}>
        <IconCrosshair size={16} aria-hidden />
        {name}
      </button>
      {mayEdit && (
        <IconButton
          size="small"
          label={t('plans.takeOff', { name })}
          icon={<IconX size={16} aria-hidden />}
          onClick={() => onRemove(id)}
        />
      )}
    </li>
  );
}

function Placeable({ checkpoint: { id, name }, dragHandlers, onPlace, children }: RowProps) {
  return (
    <li>
      <span className={styles.grip} {...dragHandlers(id, name)}>
        <IconGripVertical size={16} aria-hidden />
        <span className={styles.names}>
          <span>{name}</span>
          {children}
        </span>
      </span>
      <Button size="small" aria-label={t('plans.placeNamed', { name })} onClick={() => onPlace(id)}>
        {t('plans.place')}
      </Button>
    </li>
  );
}
