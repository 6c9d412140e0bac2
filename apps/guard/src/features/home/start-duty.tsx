import { IconBuilding } from '@tabler/icons-react';
import { t } from '../../lib/labels.ts';
import { useCommand } from '../../lib/use-command.ts';
import { startDuty } from '../../outbox/commands.ts';
import type { Phone } from '../../outbox/phone.ts';
import type { Owner } from '../../outbox/records.ts';
import controls from '../../ui/controls.module.css';
import { Notice } from '../../ui/notice.tsx';
import { RowButton } from '../../ui/row-button.tsx';

/** Sites of the guard's, each once. */
function sitesOf({ plan }: Phone) {
  const sites = new Map<string, { readonly id: string; readonly name: string; readonly timeZone: string }>();
  for (const { siteId: id, siteName: name, siteTimeZone: timeZone } of [
    // Also where there is nothing to walk: a gate is guarded, and what happens there reported.
    ...(plan?.posts ?? []),
    ...(plan?.routes ?? []),
    ...(plan?.dues ?? []),
  ]) {
    sites.set(id, { id, name, timeZone });
  }
  return [...sites.values()];
}

export function StartDuty({ phone, owner }: { readonly phone: Phone; readonly owner: Owner }) {
  const command = useCommand();
  const sites = sitesOf(phone);
  if (phone.plan === null) return <Notice tone="late">{t('home.noPlan')}</Notice>;
  if (sites.length === 0) return <Notice tone="late">{t('duty.noSites')}</Notice>;
  return (
    <section aria-labelledby="duty" className={controls.field}>
      <h2 id="duty" className={controls.label}>
        {t('duty.start')}
      </h2>
      {command.fault !== null && <Notice tone="missed">{command.fault}</Notice>}
      <ul className={controls.field}>
        {sites.map((site) => (
          <li key={site.id}>
            <RowButton
              title={site.name}
              aside={t('home.begin')}
              icon={<IconBuilding size={26} aria-hidden />}
              isBusy={command.isBusy}
              onPress={() => command.run(() => startDuty(owner, site))}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
