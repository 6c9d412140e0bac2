// One floor plan: where the checkpoints of the site stand inside it (MNG-02).
import type { FloorPlan, FloorPlans } from '@watchpost/contract/floor-plans';
import { IconFileOff } from '@tabler/icons-react';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { RecordPage } from '../../records/record-page.tsx';
import { ButtonLink } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { FloorPlanEditor } from './floor-plan-editor.tsx';
import styles from './floor-plans.module.css';
import { useFloorPlans } from './floor-plans.api.ts';

export function FloorPlanPage() {
  const [{ id = '', plan: planId = '' }] = useUrlSearch();
  const query = useFloorPlans(id);
  const siteHref = `#/manage-sites/site-details?id=${id}`;
  return (
    <RecordPage query={query} backHref="#/manage-sites">
      {(plans) => {
        const plan = plans.data.find((each) => each.id === planId);
        if (plan === undefined) return <Gone siteHref={siteHref} />;
        return <Plan key={plan.id} siteId={id} siteHref={siteHref} plans={plans} plan={plan} />;
      }}
    </RecordPage>
  );
}

function Gone({ siteHref }: { readonly siteHref: string }) {
  return (
    <Card>
      <EmptyState
        icon={<IconFileOff size={32} aria-hidden />}
        title={t('plans.gone')}
        nextStep={<ButtonLink href={siteHref}>{t('plans.toSite')}</ButtonLink>}
      />
    </Card>
  );
}

interface PlanProps {
  readonly siteId: string;
  readonly siteHref: string;
  readonly plans: FloorPlans;
  readonly plan: FloorPlan;
}

function Plan({ siteId, siteHref, plans, plan }: PlanProps) {
  const mayEdit = useSession((session) => session.hasAccess('edit')) && plans.checkpoints !== null;
  return (
    <div className={styles.page}>
      <nav className={styles.plans} aria-label={t('plans.title')}>
        <a href={siteHref}>{plans.siteName}</a>
        <ul>
          {plans.data.map(({ id, name }) => (
            <li key={id}>
              <a
                href={`#/manage-sites/floor-plan?id=${siteId}&plan=${id}`}
                aria-current={id === plan.id ? 'page' : undefined}
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <FloorPlanEditor siteId={siteId} plans={plans} plan={plan} mayEdit={mayEdit} />
    </div>
  );
}
