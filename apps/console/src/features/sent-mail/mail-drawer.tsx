import { getSentMailHtml, type SentMail } from '@watchpost/contract/sent-mail';
import { useState } from 'react';
import { browserHttp } from '../../lib/browser-http.ts';
import { FailedPart } from '../../ui/feedback/failed-part.tsx';
import { toAddress } from '../../lib/http.ts';
import { DateAndTime } from '../../lib/date-and-time.tsx';
import { currentLocale, t } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Fact, Facts } from '../../ui/display/facts.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { StatusBadge } from '../../ui/display/status-badge.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { meanings, stateText, timeText, whenText } from './mail-texts.ts';
import styles from './sent-mail-page.module.css';
import { useOpenedMail } from './sent-mail.api.ts';

interface DrawerProps {
  /** Null while closed. */
  readonly mail: SentMail | null;
  readonly canOpen: boolean;
  readonly onClose: () => void;
}

/** One message whole: how it went, and in the demo what it says. */
export function MailDrawer({ mail, canOpen, onClose }: DrawerProps) {
  return (
    <Drawer isOpen={mail !== null} onClose={onClose} title={mail?.subject ?? ''} width={640}>
      {mail !== null && (
        <div className={styles.details}>
          <MailFacts mail={mail} />
          {canOpen ? <Parts mail={mail} /> : <p className={styles.quiet}>{t('sentMail.notShown')}</p>}
        </div>
      )}
    </Drawer>
  );
}

function MailFacts({ mail }: { readonly mail: SentMail }) {
  const { recipient, state, tries, lastError, createdAt, attachments } = mail;
  const when = whenText(mail);
  return (
    <Facts areLines>
      <Fact label={t('sentMail.to')}>{recipient}</Fact>
      <Fact label={t('sentMail.stateHead')}>
        <StatusBadge meaning={meanings[state]}>{stateText(state)}</StatusBadge>
      </Fact>
      <Fact label={t('sentMail.tries')}>{tries.toLocaleString(currentLocale())}</Fact>
      {lastError !== '' && <Fact label={t('sentMail.lastError')}>{lastError}</Fact>}
      <Fact label={t('sentMail.written')}>
        <DateAndTime text={timeText(createdAt)} />
      </Fact>
      {when !== '' && <Fact label={t('sentMail.left')}>{when}</Fact>}
      {attachments.length > 0 && (
        <Fact label={t('sentMail.attachments')}>
          <ul className={styles.files}>
            {attachments.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </Fact>
      )}
    </Facts>
  );
}

function Parts({ mail }: { readonly mail: SentMail }) {
  const { data, error, refetch } = useOpenedMail(mail.id);
  const [isText, setIsText] = useState(false);
  if (error !== null) return <FailedPart reason={error.message} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={320} />;
  if (data.text === null) return <p className={styles.quiet}>{t('sentMail.notKept')}</p>;
  return (
    <>
      <fieldset className={styles.modes}>
        <legend className={styles.quiet}>{t('sentMail.parts')}</legend>
        <Button size="small" aria-pressed={!isText} onClick={() => setIsText(false)}>
          {t('sentMail.html')}
        </Button>
        <Button size="small" aria-pressed={isText} onClick={() => setIsText(true)}>
          {t('sentMail.text')}
        </Button>
      </fieldset>
      {isText ? (
        <pre className={styles.text}>{data.text}</pre>
      ) : (
        <iframe
          className={styles.frame}
          title={t('sentMail.frame', { subject: mail.subject })}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          src={browserHttp.baseUrl() + toAddress(getSentMailHtml.path, { mailId: mail.id })}
        />
      )}
    </>
  );
}
