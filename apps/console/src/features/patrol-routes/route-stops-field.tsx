// Which checkpoints a route passes, and in which order (MNG-06).
import type { PlacedCheckpoint } from '@watchpost/contract/patrol-routes';
import { expectedMinutesMax, moved } from '@watchpost/domain/patrol-routes';
import { IconAlertCircle, IconX } from '@tabler/icons-react';
import { t } from '../../lib/labels.ts';
import type { RecordForm } from '../../records/use-record-form.ts';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { Combobox } from '../../ui/fields/combobox.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { SortableList } from '../../ui/sortable-list/sortable-list.tsx';
import { type KnownStop, knownStops, type RouteDraft, stopOf } from './route-draft.ts';
import styles from './patrol-routes.module.css';

interface StopsProps {
  readonly form: RecordForm<RouteDraft>;
  /** The site's activated checkpoints, with those of the route that are deactivated. */
  readonly places: readonly PlacedCheckpoint[];
}

export function RouteStopsField({ form: { draft, change, problemOf, touch }, places }: StopsProps) {
  const { stops } = draft;
  const known = knownStops(stops, places);
  const problem = problemOf('stops');
  const setStops = (next: RouteDraft['stops']) => {
    change({ stops: next });
    touch('stops');
  };
  const setMinutes = (id: string, minutes: string) =>
    setStops(stops.map((stop) => (stop.checkpointId === id ? { ...stop, minutes } : stop)));
  return (
    <Card title={t('routes.checkpoints')}>
      <p className={styles.description}>{t('routes.orderHelp')}</p>
      <AddStops places={places} stops={stops} onChange={setStops} />
      {problem !== null && (
        <p className={styles.problem} role="alert">
          <IconAlertCircle size={14} aria-hidden />
          {problem}
        </p>
      )}
      {stops.length === 0 && (
        <p className={styles.quiet}>
          {t(draft.siteId === '' ? 'records.chooseSiteFirst' : 'routes.noStops')}
        </p>
      )}
      <SortableList
        label={t('routes.order')}
        items={known}
        texts={sortWords()}
        onMove={(from, to) => setStops(moved(stops, from, to))}
        actions={({ id, name }) => (
          <IconButton
            size="small"
            icon={<IconX size={16} aria-hidden />}
            label={t('routes.takeOut', { name })}
            onClick={() => setStops(stops.filter(({ checkpointId }) => checkpointId !== id))}
          />
        )}
      >
        {(stop, index) => <Stop stop={stop} index={index} onMinutes={(text) => setMinutes(stop.id, text)} />}
      </SortableList>
    </Card>
  );
}

interface AddStopsProps extends Pick<StopsProps, 'places'> {
  readonly stops: RouteDraft['stops'];
  readonly onChange: (stops: RouteDraft['stops']) => void;
}

function AddStops({ places, stops, onChange }: AddStopsProps) {
  const taken = new Set(stops.map(({ checkpointId }) => checkpointId));
  const free = places.filter(({ id, activated }) => activated && !taken.has(id));
  const add = (ids: readonly string[]) => onChange([...stops, ...ids.map(stopOf)]);
  return (
    <div className={styles.add}>
      <Combobox
        className={styles.choice}
        label={t('routes.addCheckpoint')}
        value=""
        isDisabled={free.length === 0}
        options={free.map(({ id, name }) => ({ value: id, label: name }))}
        onValueChange={(id) => add([id])}
      />
      <Button disabled={free.length === 0} onClick={() => add(free.map(({ id }) => id))}>
        {t('routes.addAll')}
      </Button>
    </div>
  );
}

const sortWords = () => ({
  handle: (name: string) => t('routes.handle', { name }),
  up: (name: string) => t('routes.up', { name }),
  down: (name: string) => t('routes.down', { name }),
  grabbed: (name: string, place: number, count: number) => t('routes.grabbed', { name, place, all: count }),
  moved: (name: string, place: number, count: number) => t('routes.moved', { name, place, all: count }),
  dropped: (name: string, place: number, count: number) => t('routes.dropped', { name, place, all: count }),
  cancelled: (name: string) => t('routes.cancelled', { name }),
});

interface StopProps {
  readonly stop: KnownStop;
  readonly index: number;
  readonly onMinutes: (text: string) => void;
}

function Stop({ stop, index, onMinutes }: StopProps) {
  return (
    <div className={styles.stop}>
      <span className={styles.number}>{index + 1}</span>
      <span className={styles.name}>
        {stop.name}
        {stop.place?.activated === false && (
          <span className={styles.warning}>{t('routes.stopDeactivated')}</span>
        )}
      </span>
      {index > 0 && (
        <TextField
          className={styles.minutes}
          label={t('routes.minutesTo', { name: stop.name })}
          isLabelHidden
          type="number"
          inputMode="numeric"
          min={0}
          max={expectedMinutesMax}
          value={stop.minutes}
          unit={t('routes.min')}
          onChange={({ target }) => onMinutes(target.value)}
        />
      )}
    </div>
  );
}
