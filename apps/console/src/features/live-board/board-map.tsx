import type { LiveBoard } from '@watchpost/contract/live-board';
import { fromConfig } from '@watchpost/domain/tenant-settings';
import { useEffect, useMemo, useRef } from 'react';
import { session } from '../../lib/current-session.ts';
import { inLanguage, t, useLanguage } from '../../lib/labels.ts';
import { LazyLiveMap } from '../../ui/map/lazy-live-map.tsx';
import { useBoardNow } from './board-clock.tsx';
import { marksOf } from './board-marks.ts';
import styles from './live-board.module.css';

/** Names that a mark of many tells. */
const namedMax = 3;

function clusterLabel(weight: number, labels: readonly string[]): string {
  const names = labels.slice(0, namedMax).join('; ');
  return labels.length > namedMax
    ? t('live.markMore', { names, count: labels.length - namedMax, weight })
    : names;
}

interface MapProps {
  readonly board: LiveBoard;
  /** The site that is shown; empty for all. */
  readonly site: string;
  /** The call to look at; empty for all that there is. */
  readonly call: string;
}

/** Brings the map to where it is seen, once for each call. */
function useShownCall(call: string) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (call !== '') panel.current?.scrollIntoView({ block: 'nearest' });
  }, [call]);
  return panel;
}

export function BoardMap({ board, site, call }: MapProps) {
  const language = useLanguage();
  const nowMs = useBoardNow();
  const { mapCentre, mapZoom } = fromConfig(session.tenantConfig);
  const marks = useMemo(
    () =>
      inLanguage(
        language,
        marksOf(board, nowMs, {
          guards: (name, count) => t('live.markSite', { name, count }),
          sos: (guard, name) => t('live.markSos', { guard, site: name }),
        }),
      ),
    [board, nowMs, language],
  );
  const panel = useShownCall(call);
  return (
    <section ref={panel} className={`${styles.panel} ${styles.map}`} aria-label={t('live.map')}>
      <LazyLiveMap
        className={styles.mapBox}
        label={t('live.map')}
        textAlternative={t('live.mapWords', {
          count: board.guards?.count ?? 0,
          sites: board.sites.length,
        })}
        marks={marks}
        clusterLabel={clusterLabel}
        fitKey={`${site} ${call}`}
        focusId={call}
        center={{ lat: mapCentre.latitude, lng: mapCentre.longitude, zoom: mapZoom }}
        zoomInLabel={t('live.zoomIn')}
        zoomOutLabel={t('live.zoomOut')}
      />
    </section>
  );
}
