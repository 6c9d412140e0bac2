// Makes a patrol route, or edits one that the address names (MNG-06).
import { type PlacedCheckpoint, type RouteDetails, routeFields } from '@watchpost/contract/patrol-routes';
import { useMemo, useState } from 'react';
import { session } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { FieldInputs } from '../../records/field-inputs.tsx';
import { fieldLabels } from '../../records/record-draft.ts';
import { RecordFormFrame } from '../../records/record-form.tsx';
import fields from '../../records/record-form.module.css';
import { RecordPage } from '../../records/record-page.tsx';
import { SiteField } from '../../records/site-field.tsx';
import { type RecordForm, type Stored, useRecordForm } from '../../records/use-record-form.ts';
import { Card } from '../../ui/display/card.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { loadRoute, routeArea, routeSchema, saveRoute, useChoices, useRoute } from './patrol-routes.api.ts';
import {
  knownStops,
  newRoute,
  type RouteDraft,
  routeDraftOf,
  routeInputOf,
  totalMinutes,
} from './route-draft.ts';
import { RouteMap, routeTotals } from './route-map.tsx';
import { RouteStopsField } from './route-stops-field.tsx';
import styles from './patrol-routes.module.css';

const listHref = '#/manage-patrol-routes';
const noStops: RouteDetails['stops'] = [];

export function AddPatrolRoutePage() {
  const [{ site }] = useUrlSearch();
  const [stored] = useState(() => ({
    draft: newRoute(session.user()?.siteId ?? site ?? ''),
    version: null,
  }));
  return <RouteForm id="" siteName={session.user()?.siteName ?? ''} stored={stored} placed={noStops} />;
}

export function EditPatrolRoutePage() {
  const [{ id = '' }] = useUrlSearch();
  const query = useRoute(id);
  return (
    <RecordPage query={query} backHref={listHref}>
      {(route) => (
        <RouteForm key={id} id={id} siteName={route.siteName} stored={storedOf(route)} placed={route.stops} />
      )}
    </RecordPage>
  );
}

const storedOf = (route: RouteDetails): Stored<RouteDraft> => ({
  draft: routeDraftOf(route),
  version: route.version,
});

interface RouteFormProps {
  readonly id: string;
  /** Of a route whose site is settled. */
  readonly siteName: string;
  readonly stored: Stored<RouteDraft>;
  readonly placed: readonly PlacedCheckpoint[];
}

function RouteForm({ id, siteName, stored, placed }: RouteFormProps) {
  const form = useRecordForm({
    area: routeArea,
    stored,
    schema: routeSchema,
    inputOf: routeInputOf,
    save: (route, version) => saveRoute(id, route, version),
    reload: async () => storedOf(await loadRoute(id)),
    onSaved: (saved) => {
      window.location.hash = `${listHref}/route-details?id=${saved}`;
    },
  });
  const places = usePlaces(form.draft.siteId, placed);
  const known = knownStops(form.draft.stops, places);
  const drawn = useMemo(
    () => knownStops(form.draft.stops, places).flatMap(({ place }) => place ?? []),
    [form.draft.stops, places],
  );
  const wordsOf = (field: string, value: unknown) => {
    if (field === 'isFixedOrder') return t(value === true ? 'routes.fixed' : 'routes.free');
    if (field !== 'stops' || !Array.isArray(value)) return String(value) || t('records.empty');
    const names = knownStops(value, places).map(({ name, minutes }) => `${name} (${minutes})`);
    return names.join(', ') || t('records.empty');
  };
  return (
    <RecordFormFrame
      form={form}
      label={t('routes.about')}
      backHref={listHref}
      wordsOf={wordsOf}
      fieldLabels={fieldLabels(routeFields)}
    >
      <AboutFields form={form} siteName={siteName} />
      <div className={styles.beside}>
        <RouteStopsField form={form} places={places} />
        <Card title={t('routes.map')} isFlush>
          <p className={styles.totals} aria-live="polite">
            {routeTotals(drawn, totalMinutes(known))}
          </p>
          <RouteMap stops={drawn} isFixedOrder={form.draft.isFixedOrder} />
        </Card>
      </div>
    </RecordFormFrame>
  );
}

/** What can be put into the route, and what stands in it though it is deactivated by now. */
function usePlaces(siteId: string, placed: readonly PlacedCheckpoint[]): readonly PlacedCheckpoint[] {
  const { data } = useChoices(siteId);
  const choices = data?.data;
  return useMemo(() => {
    const offered = new Set(choices?.map(({ id }) => id));
    return [...(choices ?? []), ...placed.filter(({ id }) => !offered.has(id))];
  }, [choices, placed]);
}

function AboutFields({
  form,
  siteName,
}: Pick<RouteFormProps, 'siteName'> & { form: RecordForm<RouteDraft> }) {
  const { isFixedOrder } = form.draft;
  return (
    <Card title={t('routes.about')}>
      <div className={fields.fields}>
        <FieldInputs
          fields={routeFields}
          card="about"
          form={form}
          own={{
            siteId: (
              <SiteField
                form={form}
                siteName={siteName}
                staysWords={t('routes.siteStays')}
                onChoose={(siteId) => form.change({ siteId, stops: [] })}
              />
            ),
            isFixedOrder: (
              <SelectField
                label={t('routes.orderKind')}
                help={t(isFixedOrder ? 'routes.fixedHelp' : 'routes.freeHelp')}
                value={isFixedOrder ? 'fixed' : 'free'}
                options={[
                  { value: 'fixed', label: t('routes.fixed') },
                  { value: 'free', label: t('routes.free') },
                ]}
                onValueChange={(value) => form.change({ isFixedOrder: value === 'fixed' })}
              />
            ),
          }}
        />
      </div>
    </Card>
  );
}
