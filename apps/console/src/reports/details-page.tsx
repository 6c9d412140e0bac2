// A page about one thing of a report: while it loads, when it is not there or cannot be had, and when it is there.
import { id as idSchema } from '@watchpost/contract/values';
import { IconArrowLeft } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { t } from '../lib/labels.ts';
import '../lib/rounds/details-texts.ts';
import { PageActions } from '../lib/page-actions.tsx';
import { useUrlSearch } from '../lib/url-search.ts';
import { Button, ButtonLink } from '../ui/actions/button.tsx';
import { Card } from '../ui/display/card.tsx';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { VisuallyHidden } from '../ui/display/visually-hidden.tsx';
import styles from './details-page.module.css';
import type { ReportAddress } from './report-address.ts';

/** What the page is about. */
export interface DetailsKind {
  /** Whose words say what is missing. */
  readonly area: 'round' | 'logins';
  readonly address: ReportAddress;
  readonly icon: ReactNode;
}

interface DetailsPageProps {
  readonly kind: DetailsKind;
  /** Of an id that can be one. */
  readonly children: (id: string) => ReactNode;
}

export function DetailsPage({ kind, children }: DetailsPageProps) {
  const { pathname } = useLocation();
  const [{ id: text = '' }] = useUrlSearch();
  const parsed = idSchema.safeParse(text);
  const { area, address } = kind;
  return (
    <div className={styles.page}>
      <PageActions>
        <ButtonLink href={`#${address.backPath(pathname)}`} icon={<IconArrowLeft size={16} aria-hidden />}>
          {t('round.backShort')}
        </ButtonLink>
      </PageActions>
      {text === '' && <Missing kind={kind} title={t(`${area}.noId`)} reason={t(`${area}.noIdWhy`)} />}
      {text !== '' && !parsed.success && <NotFound kind={kind} />}
      {parsed.success && children(parsed.data)}
    </div>
  );
}

interface LoadedDetailsProps<Details> {
  readonly kind: DetailsKind;
  readonly query: Pick<UseQueryResult<Details>, 'data' | 'error' | 'refetch'>;
  readonly children: (details: Details) => ReactNode;
}

export function LoadedDetails<Details>({ kind, query, children }: LoadedDetailsProps<Details>) {
  const { data, error, refetch } = query;
  const { area } = kind;
  if (data !== undefined) return children(data);
  if (error === null) return <Loading text={t(`${area}.loading`)} />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return <NotFound kind={kind} />;
  }
  return (
    <Missing
      kind={kind}
      title={t(`${area}.loadFailed`)}
      reason={error.message}
      nextStep={<Button onClick={() => void refetch()}>{t('rounds.retry')}</Button>}
    />
  );
}

function Loading({ text }: { readonly text: string }) {
  return (
    <div className={styles.page} aria-busy>
      <VisuallyHidden>{text}</VisuallyHidden>
      <Card>
        <div className={styles.waiting}>
          <Skeleton width={220} height={20} />
          <Skeleton width="70%" />
          <Skeleton width="46%" />
        </div>
      </Card>
      <Card>
        <Skeleton height={196} />
      </Card>
    </div>
  );
}

function NotFound({ kind }: { readonly kind: DetailsKind }) {
  const { area } = kind;
  return <Missing kind={kind} title={t(`${area}.notFound`)} reason={t(`${area}.notFoundWhy`)} />;
}

interface MissingProps {
  readonly kind: DetailsKind;
  readonly title: string;
  readonly reason: string;
  /** The way back to the list unless given. */
  readonly nextStep?: ReactNode;
}

function Missing({ kind: { area, address, icon }, title, reason, nextStep }: MissingProps) {
  const { pathname } = useLocation();
  const back = <ButtonLink href={`#${address.backPath(pathname)}`}>{t(`${area}.back`)}</ButtonLink>;
  return (
    <Card>
      <EmptyState icon={icon} title={title} reason={reason} nextStep={nextStep ?? back} />
    </Card>
  );
}
