// The fields of a guard's form.
import { IconTrash } from '@tabler/icons-react';
import { guardFields } from '@watchpost/contract/guards';
import { createPortal } from 'react-dom';
import { callingCodeOptions } from '../../lib/calling-codes.ts';
import { session, useSession } from '../../lib/current-session.ts';
import { currentLocale, t } from '../../lib/labels.ts';
import { PhotoCrop } from '../../lib/photo/photo-crop.tsx';
import { PhotoField } from '../../lib/photo/photo-field.tsx';
import { FieldInputs } from '../../records/field-inputs.tsx';
import type { DraftOf } from '../../records/record-draft.ts';
import styles from '../../records/record-form.module.css';
import { noSiteHelp } from '../../records/site-field.tsx';
import type { RecordForm } from '../../records/use-record-form.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { Combobox } from '../../ui/fields/combobox.tsx';
import own from './guards.module.css';
import type { GuardPhotoChoice } from './use-guard-photo.ts';

export type GuardDraft = DraftOf<typeof guardFields>;

interface FieldsProps {
  readonly form: RecordForm<GuardDraft>;
}

interface SharedFieldsProps extends FieldsProps {
  /** Whether the guard also works where the caller may not look: nothing of this is theirs to change then. */
  readonly isShared: boolean;
}

interface AboutFieldsProps extends SharedFieldsProps {
  readonly photo: GuardPhotoChoice;
}

export function GuardAboutFields({ form, photo, isShared }: AboutFieldsProps) {
  return (
    <Card title={t('guards.about')}>
      <div className={styles.fields}>
        <FieldInputs
          fields={guardFields}
          card="about"
          form={form}
          isReadOnly={isShared}
          own={{
            photo: !isShared && (
              <div className={styles.wide}>
                <GuardPhoto form={form} photo={photo} />
              </div>
            ),
          }}
        />
      </div>
    </Card>
  );
}

function GuardPhoto({ form, photo }: Omit<AboutFieldsProps, 'isShared'>) {
  const stored = form.draft.photo;
  // While the photo is uploaded, and while all is saved, for which another would come too late.
  const isBusy = form.isSaving;
  return (
    <div className={own.photoRow}>
      <PhotoField stored={stored} photo={photo.draft} isBusy={isBusy} />
      {stored !== '' && (
        <Button
          size="small"
          variant="quiet"
          icon={<IconTrash size={16} aria-hidden />}
          disabled={isBusy}
          onClick={() => form.change({ photo: '' })}
        >
          {t('guards.removePhoto')}
        </Button>
      )}
      {/* A form within a form would be sent by the browser itself. */}
      {photo.draft.uncut !== undefined &&
        createPortal(
          <PhotoCrop picture={photo.draft.uncut} onUse={photo.use} onBack={photo.draft.leave} />,
          document.body,
        )}
    </div>
  );
}

export function GuardContactFields({ form, isShared }: SharedFieldsProps) {
  const { countryCode } = form.draft;
  return (
    <Card title={t('guards.contact')}>
      <div className={styles.fields}>
        <FieldInputs
          fields={guardFields}
          card="contact"
          form={form}
          isReadOnly={isShared}
          own={{
            countryCode: (
              <Combobox
                label={t('guards.countryCode')}
                isDisabled={isShared}
                error={form.problemOf('countryCode')}
                value={countryCode}
                options={callingCodeOptions(currentLocale(), countryCode)}
                onValueChange={(value) => form.change({ countryCode: value })}
              />
            ),
          }}
        />
      </div>
    </Card>
  );
}

export function GuardSiteFields({ form }: FieldsProps) {
  const sites = useSession((current) => current.sites());
  const { siteIds } = form.draft;
  if (sites === undefined) {
    return (
      <Card title={t('guards.sites')}>
        <p>{t('guards.ownSite', { site: session.user()?.siteName ?? '' })}</p>
      </Card>
    );
  }
  return (
    <Card title={t('guards.sites')}>
      <div className={styles.fields}>
        <Combobox
          label={t('guards.addSite')}
          help={noSiteHelp(sites) ?? t('guards.sitesHelp')}
          error={form.problemOf('siteIds')}
          value=""
          options={sites.filter(({ value }) => value !== '' && !siteIds.includes(value))}
          onValueChange={(value) => form.change({ siteIds: [...siteIds, value] })}
        />
      </div>
      <div className={own.siteChips}>
        {siteIds.map((id) => (
          <Chip
            key={id}
            value={siteName(sites, id)}
            removeLabel={t('records.remove', { name: siteName(sites, id) })}
            onRemove={() => form.change({ siteIds: siteIds.filter((other) => other !== id) })}
          />
        ))}
      </div>
    </Card>
  );
}

type Sites = NonNullable<ReturnType<typeof session.sites>>;

export const siteName = (sites: Sites, id: string): string =>
  sites.find(({ value }) => value === id)?.label ?? id;
