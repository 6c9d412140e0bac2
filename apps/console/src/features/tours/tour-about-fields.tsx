// Where a tour is walked, and what it is called.
import { type TourChoices, tourFields } from '@watchpost/contract/tours';
import type { ReactNode } from 'react';
import { t } from '../../lib/labels.ts';
import { FieldInputs } from '../../records/field-inputs.tsx';
import fields from '../../records/record-form.module.css';
import { SiteField } from '../../records/site-field.tsx';
import type { RecordForm } from '../../records/use-record-form.ts';
import { Card } from '../../ui/display/card.tsx';
import { Combobox } from '../../ui/fields/combobox.tsx';
import type { TourDraft } from './tour-draft.ts';

export interface TourFieldsProps {
  readonly form: RecordForm<TourDraft>;
  /** Missing without a site, and while they are on their way. */
  readonly choices: TourChoices | undefined;
}

export function AboutFields({ form, siteName, choices }: TourFieldsProps & { readonly siteName: string }) {
  const { siteId, routeId } = form.draft;
  const routes = choices?.routes ?? [];
  const route = routes.find(({ id }) => id === routeId);
  return (
    <Card title={t('tours.about')}>
      <div className={fields.fields}>
        <SiteField
          form={form}
          siteName={siteName}
          staysWords={t('tours.siteStays')}
          onChoose={(value) => form.change({ siteId: value, routeId: '', shiftId: '', guardIds: [] })}
        />
        <FieldInputs
          fields={tourFields}
          card="about"
          form={form}
          own={{
            routeId: (
              <Combobox
                label={t('tours.route')}
                isRequired
                help={routeHelp(siteId, choices, route)}
                error={form.problemOf('routeId')}
                value={routeId}
                isDisabled={routes.length === 0}
                options={routes.map(({ id, name }) => ({ value: id, label: name }))}
                onValueChange={(value) => {
                  form.change({ routeId: value });
                  form.touch('routeId');
                }}
              />
            ),
          }}
        />
      </div>
    </Card>
  );
}

function routeHelp(
  siteId: string,
  choices: TourChoices | undefined,
  route: TourChoices['routes'][number] | undefined,
): ReactNode {
  if (siteId === '') return t('records.chooseSiteFirst');
  if (choices?.routes.length === 0) {
    return (
      <>
        {t('tours.noRoutes')} <a href="#/manage-patrol-routes/add-route">{t('routes.add')}</a>
      </>
    );
  }
  if (route === undefined || route.checkpoints === 0) return '';
  return t('tours.routeWords', { count: route.checkpoints, minutes: route.expectedMinutes });
}
