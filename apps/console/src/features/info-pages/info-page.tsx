// app-info/{id}: its title and its stored text, some moments after opening; any other id shows nothing (INFO-01, INFO-02).
import { getInfoPage } from '@watchpost/contract/info-pages';
import { infoPageLoadDelayMs } from '@watchpost/domain/limits';
import { isInfoPageId, type InfoPageId } from '@watchpost/domain/info-pages';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { BarePage } from '../../lib/brand/bare-page.tsx';
import { t, useLanguage } from '../../lib/labels.ts';
import { Button, ButtonLink } from '../../ui/actions/button.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { fetchedPart } from '../../ui/feedback/fetched-part.tsx';

const RichHtml = fetchedPart(
  async () => (await import('../../lib/rich-text/rich-html.tsx')).default,
  () => <Skeleton height={120} />,
);

/** True a while after the page was opened, and again after another id was. */
function useIsDue(id: string): boolean {
  const [dueId, setDueId] = useState<string | null>(null);
  useEffect(() => {
    const timer = window.setTimeout(() => setDueId(id), infoPageLoadDelayMs);
    return () => window.clearTimeout(timer);
  }, [id]);
  return dueId === id;
}

function Text({ id }: { readonly id: InfoPageId }) {
  const isDue = useIsDue(id);
  const { data, error, refetch } = useQuery({
    queryKey: ['info-page', id],
    queryFn: ({ signal }) => call(getInfoPage, { params: { id }, signal, explainedBy: 'caller' }),
    enabled: isDue,
  });
  if (error !== null) {
    return (
      <>
        <p role="alert">{error.message}</p>
        <Button onClick={() => void refetch()}>{t('ui.retry')}</Button>
      </>
    );
  }
  if (data === undefined) return <Skeleton height={120} />;
  if (data.html === '') return <p>{t('infoPage.empty')}</p>;
  return <RichHtml html={data.html} />;
}

export function InfoPage() {
  useLanguage();
  const { id = '' } = useParams({ strict: false });
  if (!isInfoPageId(id)) return null;
  return (
    <BarePage title={t(`infoPage.${id}`)}>
      <Text id={id} />
      <div>
        <ButtonLink href="#/signin">{t('infoPage.toSignIn')}</ButtonLink>
      </div>
    </BarePage>
  );
}
