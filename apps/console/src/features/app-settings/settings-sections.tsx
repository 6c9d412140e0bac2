// The sections of the tenant's settings.
import { dutyLimitHoursMax, dutyLimitHoursMin } from '@watchpost/domain/duty-sessions';
import { displayFormat, dateFormatChoices, pageSizeMin } from '@watchpost/domain/tenant-settings';
import { passwordMaxLengthCeiling } from '@watchpost/domain/tenant-settings';
import { gridPageSize, pageSizeMax, passwordMaxLength, reportPageSize } from '@watchpost/domain/limits';
import { usualEmergencyNumber } from '@watchpost/domain/sos-phones';
import { zoneChoices } from '@watchpost/domain/zone-names';
import dayjs from 'dayjs';
import { t } from '../../lib/labels.ts';
import { Card } from '../../ui/display/card.tsx';
import { Combobox } from '../../ui/fields/combobox.tsx';
import { FieldFrame } from '../../ui/fields/field-frame.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { LazyPointMap } from '../../ui/map/lazy-point-map.tsx';
import type { SettingsDraft } from './settings-draft.ts';
import styles from './settings-form.module.css';
import type { SettingsForm } from './use-settings-form.ts';

interface SectionProps {
  readonly form: SettingsForm;
}

/** The product's own accent, for who switches to a colour of its own and has to begin somewhere. */
const productAccent = '#0b6c70';
/** A moment whose day, month and hour cannot be taken for each other. */
const exampleMs = new Date(2026, 11, 31, 17, 45).getTime();

const example = (format: string): string => dayjs(exampleMs).format(displayFormat(format));

type TextName = Exclude<keyof SettingsDraft, 'accentColour' | 'dateFormat' | 'isTwoStepRequired'>;

/** What a text field of the form takes. */
function textProps({ draft, change, problemOf }: SettingsForm, name: TextName) {
  return {
    value: draft[name],
    error: problemOf(name),
    isRequired: true,
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  };
}

export function LookSection({ form }: SectionProps) {
  const { accentColour } = form.draft;
  return (
    <Card title={t('settings.looks')}>
      <p className={styles.description}>{t('settings.looksText')}</p>
      <div className={styles.fields}>
        <TextField label={t('settings.name')} {...textProps(form, 'name')} />
        <FieldFrame
          label={t('settings.accent')}
          help={t('settings.accentHelp')}
          error={form.problemOf('accentColour')}
        >
          {(control) => (
            <div className={styles.accent}>
              <input
                {...control}
                type="color"
                className={styles.swatch}
                disabled={accentColour === null}
                value={accentColour ?? productAccent}
                onChange={(event) => form.change({ accentColour: event.target.value })}
              />
              <label className={styles.check}>
                <input
                  type="checkbox"
                  checked={accentColour !== null}
                  onChange={(event) =>
                    form.change({ accentColour: event.target.checked ? productAccent : null })
                  }
                />
                {t('settings.accentOwn')}
              </label>
            </div>
          )}
        </FieldFrame>
      </div>
    </Card>
  );
}

/** The language in its own words, e.g. 'मराठी'. */
const languageName = (language: string): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;

export function RegionalSection({ form }: SectionProps) {
  const { draft, change, languages, problemOf } = form;
  return (
    <Card title={t('settings.regional')}>
      <p className={styles.description}>{t('settings.regionalText')}</p>
      <div className={styles.fields}>
        <SelectField
          label={t('settings.dateFormat')}
          help={t('settings.dateFormatHelp', { example: example(draft.dateFormat) })}
          value={draft.dateFormat}
          options={dateFormatChoices.map((value) => ({ value, label: `${value} (${example(value)})` }))}
          onValueChange={(value) => {
            const chosen = dateFormatChoices.find((choice) => choice === value);
            if (chosen !== undefined) change({ dateFormat: chosen });
          }}
        />
        <Combobox
          label={t('settings.timeZone')}
          help={t('settings.timeZoneHelp')}
          error={problemOf('timeZone')}
          value={draft.timeZone}
          options={zoneChoices(draft.timeZone).map((value) => ({ value, label: value }))}
          onValueChange={(timeZone) => change({ timeZone })}
        />
        <SelectField
          label={t('settings.language')}
          value={draft.language}
          options={[
            { value: '', label: t('settings.languageOwn') },
            ...languages.map((value) => ({ value, label: languageName(value) })),
          ]}
          onValueChange={(language) => change({ language })}
        />
        <TextField
          label={t('settings.countryCode')}
          help={t('settings.countryCodeHelp')}
          inputMode="tel"
          {...textProps(form, 'defaultCountryCode')}
        />
      </div>
    </Card>
  );
}

export function ListsSection({ form }: SectionProps) {
  return (
    <Card title={t('settings.lists')}>
      <p className={styles.description}>{t('settings.listsText')}</p>
      <div className={styles.fields}>
        <TextField
          label={t('settings.pageSize')}
          help={t('settings.pageSizeHelp', {
            min: pageSizeMin,
            max: pageSizeMax,
            rows: gridPageSize,
            reportRows: reportPageSize,
          })}
          inputMode="numeric"
          {...textProps(form, 'pageSize')}
          isRequired={false}
        />
      </div>
    </Card>
  );
}

export function DutySection({ form }: SectionProps) {
  return (
    <Card title={t('settings.duty')}>
      <p className={styles.description}>{t('settings.dutyText')}</p>
      <div className={styles.fields}>
        <TextField
          label={t('settings.dutyLimit')}
          help={t('settings.dutyLimitHelp', { min: dutyLimitHoursMin, max: dutyLimitHoursMax })}
          inputMode="numeric"
          {...textProps(form, 'dutyLimitHours')}
        />
      </div>
    </Card>
  );
}

export function SosSection({ form }: SectionProps) {
  const { defaultCountryCode } = form.draft;
  return (
    <Card title={t('settings.sos')}>
      <p className={styles.description}>{t('settings.sosText')}</p>
      <div className={styles.fields}>
        <TextField
          label={t('settings.controlRoom')}
          help={t('settings.controlRoomHelp')}
          inputMode="tel"
          autoComplete="off"
          {...textProps(form, 'controlRoomPhone')}
          isRequired={false}
        />
        <TextField
          label={t('settings.emergency')}
          help={t('settings.emergencyHelp', { number: usualEmergencyNumber(defaultCountryCode.trim()) })}
          inputMode="tel"
          autoComplete="off"
          {...textProps(form, 'emergencyNumber')}
          isRequired={false}
        />
      </div>
    </Card>
  );
}

export function SecuritySection({ form }: SectionProps) {
  return (
    <Card title={t('settings.security')}>
      <p className={styles.description}>{t('settings.securityText')}</p>
      <div className={styles.fields}>
        <TextField
          label={t('settings.passwordMax')}
          help={t('settings.passwordMaxHelp', { min: passwordMaxLength, max: passwordMaxLengthCeiling })}
          inputMode="numeric"
          {...textProps(form, 'passwordMaxLength')}
        />
        <FieldFrame label={t('settings.twoStep')} help={t('settings.twoStepHelp')}>
          {(control) => (
            <label className={styles.check}>
              <input
                {...control}
                type="checkbox"
                checked={form.draft.isTwoStepRequired}
                onChange={(event) => form.change({ isTwoStepRequired: event.target.checked })}
              />
              {t('settings.twoStepRequired')}
            </label>
          )}
        </FieldFrame>
      </div>
    </Card>
  );
}

export function MapSection({ form }: SectionProps) {
  const { draft, change, problemOf } = form;
  const { latitude, longitude, mapZoom } = draft;
  const isPositionValid = [problemOf('latitude'), problemOf('longitude'), problemOf('mapZoom')].every(
    (problem) => problem === null,
  );
  return (
    <Card title={t('settings.map')}>
      <p className={styles.description}>{t('settings.mapText')}</p>
      <div className={styles.fields}>
        <TextField label={t('settings.latitude')} inputMode="decimal" {...textProps(form, 'latitude')} />
        <TextField label={t('settings.longitude')} inputMode="decimal" {...textProps(form, 'longitude')} />
        <TextField label={t('settings.zoom')} inputMode="numeric" {...textProps(form, 'mapZoom')} />
        <div className={styles.wide}>
          {isPositionValid && (
            <LazyPointMap
              label={t('settings.mapLabel')}
              textAlternative={t('settings.mapAlternative', { latitude, longitude, zoom: mapZoom })}
              point={{ lat: Number(latitude), lng: Number(longitude) }}
              zoom={Number(mapZoom)}
              onPick={({ lat, lng }) => change({ latitude: String(lat), longitude: String(lng) })}
              onZoom={(zoom) => change({ mapZoom: String(zoom) })}
              zoomInLabel={t('settings.zoomIn')}
              zoomOutLabel={t('settings.zoomOut')}
            />
          )}
        </div>
      </div>
    </Card>
  );
}
