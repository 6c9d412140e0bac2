// A new tenant has nothing to show yet: what to do first, and what is done already.
import type { Dashboard } from '@watchpost/contract/dashboard';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { Card } from '../../ui/display/card.tsx';
import styles from './dashboard.module.css';

export function FirstSteps({ places }: { readonly places: Dashboard['places'] }) {
  const can = {
    sites: useSession((session) => session.canView('SITES')),
    guards: useSession((session) => session.canView('GUARDS')),
    checkpoints: useSession((session) => session.canView('CHECKPOINTS')),
    routes: useSession((session) => session.canView('PATROL_ROUTES')),
    tours: useSession((session) => session.canView('PATROL_TOURS')),
  };
  const steps = [
    { id: 'sites', text: t('dashboard.step.sites'), href: '#/manage-sites/add-site' },
    {
      id: 'checkpoints',
      text: t('dashboard.step.checkpoints'),
      href: '#/manage-checkpoints/add-checkpoint',
    },
    { id: 'guards', text: t('dashboard.step.guards'), href: '#/manage-security-guards/add-guard' },
    { id: 'routes', text: t('dashboard.step.routes'), href: '#/manage-patrol-routes/add-route' },
    { id: 'tours', text: t('dashboard.step.tours'), href: '#/manage-patrol-tours/add-tour' },
  ] as const;
  return (
    <Card title={t('dashboard.firstSteps')}>
      <p>{t('dashboard.firstStepsWhy')}</p>
      <ol className={styles.steps}>
        {steps
          .filter(({ id }) => can[id])
          .map(({ id, text, href }) => (
            <li key={id} data-is-done={places[id] > 0 || undefined}>
              {places[id] > 0 ? (
                <IconCircleCheckFilled size={20} aria-label={t('dashboard.step.done')} />
              ) : (
                <IconCircle size={20} aria-hidden />
              )}
              {places[id] > 0 ? <span>{text}</span> : <a href={href}>{text}</a>}
            </li>
          ))}
      </ol>
    </Card>
  );
}
