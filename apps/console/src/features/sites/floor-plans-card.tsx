// The floor plans of a site on its details page: seen, added, named, put in order, deleted (MNG-02).
import type { FloorPlan, FloorPlans } from '@watchpost/contract/floor-plans';
import { floorPlansMax } from '@watchpost/domain/floor-plans';
import { useQueryClient } from '@tanstack/react-query';
import { IconDots, IconPlus } from '@tabler/icons-react';
import { ApiError } from '../../lib/api-error.ts';
import { useSession } from '../../lib/current-session.ts';
import { t, translate } from '../../lib/labels.ts';
import { Loaded } from '../../records/loaded.tsx';
import { FileButton } from '../../ui/actions/file-button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { confirm } from '../../ui/overlays/confirm-store.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { FloorPlanDialog, useNamedPlan } from './floor-plan-dialog.tsx';
import { deletePlan, floorPlansKey, orderPlans, planImage, useFloorPlans } from './floor-plans.api.ts';
import styles from './floor-plans.module.css';

export function FloorPlansCard({ siteId }: { readonly siteId: string }) {
  const query = useFloorPlans(siteId);
  const { data } = query;
  const mayEdit = useSession((session) => session.hasAccess('edit'));
  const [named, setNamed] = useNamedPlan();
  const plans = data?.data ?? [];
  return (
    <Card
      title={t('plans.title')}
      actions={
        mayEdit &&
        plans.length < floorPlansMax && <AddButton onChoose={(file) => setNamed({ kind: 'new', file })} />
      }
    >
      <Loaded query={query} height={120}>
        {(found) =>
          plans.length === 0 ? (
            <p className={styles.quiet}>{t('plans.none')}</p>
          ) : (
            <ul className={styles.tiles}>
              {plans.map((plan) => (
                <Tile
                  key={plan.id}
                  siteId={siteId}
                  plans={found}
                  plan={plan}
                  mayEdit={mayEdit}
                  onRename={() => setNamed({ kind: 'rename', plan })}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {named !== null && <FloorPlanDialog siteId={siteId} named={named} onClose={() => setNamed(null)} />}
    </Card>
  );
}

function AddButton({ onChoose }: { readonly onChoose: (file: File) => void }) {
  return (
    <FileButton
      label={t('plans.add')}
      accept=".jpeg,.jpg,.png,.webp"
      size="small"
      icon={<IconPlus size={16} aria-hidden />}
      onChoose={onChoose}
    >
      {t('plans.add')}
    </FileButton>
  );
}

interface TileProps {
  readonly siteId: string;
  readonly plans: FloorPlans;
  readonly plan: FloorPlan;
  readonly mayEdit: boolean;
  readonly onRename: () => void;
}

function Tile({ siteId, plans, plan, mayEdit, onRename }: TileProps) {
  const { id, name, checkpoints } = plan;
  return (
    <li className={styles.tile}>
      <a className={styles.tileLink} href={`#/manage-sites/floor-plan?id=${siteId}&plan=${id}`}>
        <img src={planImage(id, '250')} alt="" className={styles.thumbnail} loading="lazy" />
        <span className={styles.tileName}>{name}</span>
        {plans.checkpoints !== null && (
          <span className={styles.quiet}>{t('plans.count', { count: checkpoints.length })}</span>
        )}
      </a>
      {mayEdit && <TileMenu siteId={siteId} plans={plans} plan={plan} onRename={onRename} />}
    </li>
  );
}

/** Each shows what is so now when it is done, or was refused. */
function usePlanActions({ siteId, plans, plan }: Omit<TileProps, 'mayEdit' | 'onRename'>) {
  const queries = useQueryClient();
  const { id, name } = plan;
  const ids = plans.data.map((each) => each.id);
  const index = ids.indexOf(id);
  const run = async (change: Promise<unknown>) => {
    try {
      await change;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toasts.error({ summary: t('error.summary'), text: translate(error.message) });
    } finally {
      await queries.invalidateQueries({ queryKey: floorPlansKey(siteId) });
    }
  };
  const moveTo = (to: number) =>
    void run(orderPlans(siteId, ids.filter((each) => each !== id).toSpliced(to, 0, id)));
  return {
    isFirst: index === 0,
    isLast: index === ids.length - 1,
    moveEarlier: () => moveTo(index - 1),
    moveLater: () => moveTo(index + 1),
    remove: async () => {
      const message = t('plans.deleteAsk', { name });
      if (!(await confirm({ message, yesLabel: t('plans.delete'), isDangerous: true }))) return;
      await run(deletePlan(id));
    },
  };
}

function TileMenu({ siteId, plans, plan, onRename }: Omit<TileProps, 'mayEdit'>) {
  const actions = usePlanActions({ siteId, plans, plan });
  const { isFirst, isLast, moveEarlier, moveLater } = actions;
  const items = [
    { id: 'rename', label: t('plans.rename'), onSelect: onRename },
    { id: 'earlier', label: t('plans.earlier'), isDisabled: isFirst, onSelect: moveEarlier },
    { id: 'later', label: t('plans.later'), isDisabled: isLast, onSelect: moveLater },
    {
      id: 'delete',
      label: t('plans.delete'),
      isDangerous: true,
      startsGroup: true,
      onSelect: () => void actions.remove(),
    },
  ];
  return (
    <span className={styles.tileMenu}>
      <Menu
        align="end"
        items={items}
        trigger={(props) => (
          <IconButton
            {...props}
            hasBorder
            size="small"
            label={t('plans.actionsOf', { name: plan.name })}
            icon={<IconDots size={16} aria-hidden />}
          />
        )}
      />
    </span>
  );
}
