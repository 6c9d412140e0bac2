// Open SOS calls as the panel of notifications has them: on top, whatever else came since.
import type { SosCall } from '@watchpost/contract/sos';
import { IconUrgent } from '@tabler/icons-react';
import { t } from '../../lib/labels.ts';
import { sosRoute, useOpenCalls } from '../../lib/open-sos.ts';
import { SiteClock } from '../../lib/site-clock.tsx';
import { classNames } from '../../ui/class-names.ts';
import { siteOf, whereText } from '../../lib/sos-texts.ts';
import styles from './pinned-calls.module.css';

function Seen({ call }: { readonly call: SosCall }) {
  const { acknowledgedAtMs, acknowledgedBy: name, siteTimeZone } = call;
  if (acknowledgedAtMs === null) return t('sosBar.unseen');
  return (
    <SiteClock atMs={acknowledgedAtMs} zone={siteTimeZone} write={(time) => t('sosBar.by', { name, time })} />
  );
}

export function PinnedCalls() {
  const { calls } = useOpenCalls();
  if (calls.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t('sosBar.title')}>
      {calls.map((call) => (
        <li key={call.id}>
          <a
            className={classNames(styles.entry, call.state === 'raised' && styles.waiting)}
            href={`#${sosRoute(call)}`}
          >
            <IconUrgent size={20} className={styles.icon} aria-hidden />
            <span className={styles.words}>
              <strong>{t('sosBar.open', { guard: call.guardName, site: siteOf(call) })}</strong>
              <span>{whereText(call)}</span>
              <span>
                <SiteClock atMs={call.raisedAtMs} zone={call.siteTimeZone} /> · <Seen call={call} />
              </span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
