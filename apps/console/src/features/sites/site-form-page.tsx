// Makes a site, or edits one that the address names (MNG-02).
import { siteFields, type SiteRow } from '@watchpost/contract/sites';
import { useState } from 'react';
import { session } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { draftOf, fieldLabels, inputOf } from '../../records/record-draft.ts';
import { RecordFormFrame } from '../../records/record-form.tsx';
import { RecordPage } from '../../records/record-page.tsx';
import { type Stored, useRecordForm } from '../../records/use-record-form.ts';
import { SiteAboutFields, SitePositionFields } from './site-fields.tsx';
import { newSite, type SiteDraft } from './site-draft.ts';
import { loadSite, saveSite, siteArea, siteSchema, useSite } from './sites.api.ts';
import { useSiteZone } from './use-site-zone.ts';

const listHref = '#/manage-sites';

export function AddSitePage() {
  const [stored] = useState(() => ({ draft: newSite(session.tenantConfig), version: null }));
  return <SiteForm id="" stored={stored} />;
}

export function EditSitePage() {
  const [{ id = '' }] = useUrlSearch();
  const query = useSite(id);
  return (
    <RecordPage query={query} backHref={listHref}>
      {(site) => <SiteForm key={id} id={id} stored={storedOf(site)} />}
    </RecordPage>
  );
}

const storedOf = (site: SiteRow): Stored<SiteDraft> => ({
  draft: draftOf(siteFields, site),
  version: site.version,
});

function SiteForm({ id, stored }: { readonly id: string; readonly stored: Stored<SiteDraft> }) {
  const form = useRecordForm({
    area: siteArea,
    stored,
    schema: siteSchema,
    inputOf: (draft) => inputOf(siteFields, draft),
    save: (fields, version) => saveSite(id, fields, version),
    reload: async () => storedOf(await loadSite(id)),
    viewHref: (added) => `${listHref}/site-details?id=${added}`,
    onSaved: () => {
      window.location.hash = listHref;
    },
  });
  const zone = useSiteZone(form, stored.draft);
  return (
    <RecordFormFrame
      form={form}
      label={t('sites.about')}
      backHref={listHref}
      fieldLabels={fieldLabels(siteFields)}
    >
      <SiteAboutFields form={form} />
      <SitePositionFields form={form} zone={zone} />
    </RecordFormFrame>
  );
}
