// One guard and everything that belongs to it; every figure leads to what it counts (MNG-01).
import { type GuardDetails, guardFields } from '@watchpost/contract/guards';
import { IconKey } from '@tabler/icons-react';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { PageActions } from '../../lib/page-actions.tsx';
import { ProfilePhoto } from '../../lib/profile-photo.tsx';
import { SiteTime } from '../../lib/rounds/round-cells.tsx';
import { useUrlSearch } from '../../lib/url-search.ts';
import { EditLink } from '../../records/edit-link.tsx';
import { FieldFacts } from '../../records/field-facts.tsx';
import { FormerIdFact } from '../../records/former-id-fact.tsx';
import { RecordPage } from '../../records/record-page.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { CardColumns } from '../../ui/display/card-columns.tsx';
import { Card } from '../../ui/display/card.tsx';
import { Fact, Facts } from '../../ui/display/facts.tsx';
import { StatusBadge } from '../../ui/display/status-badge.tsx';
import styles from './guard-details.module.css';
import { guardName, guardPhone, issueKey, secretKey } from './guard-words.ts';
import { GuardDoubts, GuardRounds } from './guard-rounds.tsx';
import { SecretsDialog, useSecrets } from './guard-secrets.tsx';
import { GuardIncidents, GuardShifts } from './guard-plans.tsx';
import { useGuardDetails } from './guards.api.ts';
import { SharedGuard } from './shared-guard.tsx';
import { PersonalDataCard } from './personal-data-card.tsx';

const listHref = '#/manage-security-guards';

export function GuardDetailsPage() {
  const [{ id = '' }] = useUrlSearch();
  const query = useGuardDetails(id);
  return (
    <RecordPage query={query} backHref={listHref}>
      {(details) => (
        <>
          <Actions guard={details.guard} />
          {details.guard.isShared && <SharedGuard guard={details.guard} />}
          <Head {...details} />
          <GuardRounds rounds={details.rounds} />
          <GuardDoubts rounds={details.rounds} />
          <CardColumns>
            <GuardShifts shifts={details.shifts} />
            <GuardIncidents incidents={details.incidents} />
          </CardColumns>
          <PersonalDataCard guard={details.guard} />
        </>
      )}
    </RecordPage>
  );
}

function Actions({ guard }: Pick<GuardDetails, 'guard'>) {
  const mayEdit = useSession((session) => session.hasAccess('edit'));
  const secrets = useSecrets();
  if (guard.erasedAt !== null) return null;
  return (
    <PageActions>
      {mayEdit && guard.activated && !guard.isShared && (
        <Button
          icon={<IconKey size={18} aria-hidden />}
          isBusy={secrets.isBusy}
          onClick={() => void secrets.issue([guard])}
        >
          {t(issueKey(guard))}
        </Button>
      )}
      <EditLink href={`${listHref}/edit-guard?id=${guard.id}`} label={t('guards.edit')} />
      <SecretsDialog />
    </PageActions>
  );
}

function Head({ guard, duty }: GuardDetails) {
  const phone = guardPhone(guard);
  return (
    <Card>
      <div className={styles.who}>
        <span className={styles.photo}>
          <ProfilePhoto image={guard.photo} size="250" />
        </span>
        <div className={styles.whoWords}>
          <h2 className={styles.name}>{guardName(guard)}</h2>
          <p className={styles.quiet}>{guard.employeeId}</p>
          <p className={styles.badges}>
            <StatusBadge meaning={guard.activated ? 'good' : 'missed'}>
              {t(guard.activated ? 'guards.activated' : 'guards.deactivated')}
            </StatusBadge>
            {duty !== null && (
              <StatusBadge meaning={duty.endedAtMs === null ? 'good' : 'unknown'}>
                {t(duty.endedAtMs === null ? 'guards.onDuty' : 'guards.offDuty')}
              </StatusBadge>
            )}
          </p>
        </div>
      </div>
      <Facts>
        <Fact label={duty?.endedAtMs === null ? t('guards.dutySince') : t('guards.dutyLast')}>
          <Duty duty={duty} />
        </Fact>
        <FieldFacts
          fields={guardFields}
          row={guard}
          own={{
            phoneNumber: phone === '' ? undefined : <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>,
            email: guard.email === '' ? undefined : <a href={`mailto:${guard.email}`}>{guard.email}</a>,
            hasSecret: (
              <>
                {t(secretKey(guard))}
                {guard.isSecretRetired && <p className={styles.quiet}>{t('guards.secretRetiredHelp')}</p>}
              </>
            ),
            sites: <Sites guard={guard} />,
          }}
        />
        <FormerIdFact formerId={guard.formerId} />
      </Facts>
    </Card>
  );
}

function Duty({ duty }: Pick<GuardDetails, 'duty'>) {
  if (duty === null || duty.startedAtMs === null) return t('guards.dutyNever');
  const zone = duty.siteTimeZone ?? 'UTC';
  return (
    <>
      <SiteTime atMs={duty.startedAtMs} zone={zone} hasAge />
      {duty.siteName !== null && (
        <span className={styles.quiet}>{t('guards.dutyAt', { site: duty.siteName })}</span>
      )}
    </>
  );
}

/** Each leads to the guards of that site. */
function Sites({ guard: { sites } }: Pick<GuardDetails, 'guard'>) {
  if (sites.length === 0) return t('guards.noSites');
  return (
    <ul className={styles.sites}>
      {sites.map(({ id, name }) => (
        <li key={id}>
          <a href={`${listHref}?site=${id}`}>{name}</a>
        </li>
      ))}
    </ul>
  );
}
