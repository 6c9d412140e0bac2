// Finds a place by name, address or coordinates, and fills the form from it (MNG-02).
import type { FoundPlaces, Place } from '@watchpost/contract/places';
import { IconBuilding, IconMapPin, IconWorldLatitude } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../lib/labels.ts';
import { useRested } from '../../lib/use-rested.ts';
import { Button } from '../../ui/actions/button.tsx';
import { SuggestField, type Suggestion } from '../../ui/fields/suggest-field.tsx';
import { usePlaces } from './places.api.ts';

const typingRestMs = 300;
const textMaxLength = 100;

const icons = {
  site: <IconBuilding size={18} aria-hidden />,
  geocoder: <IconMapPin size={18} aria-hidden />,
  coordinates: <IconWorldLatitude size={18} aria-hidden />,
};

/** Places stand in the order of the answer, own sites first. */
function suggestionsOf(places: readonly Place[]): Suggestion[] {
  return places.map(({ source, name, address, timeZone }, index) => ({
    id: String(index),
    label: name,
    detail: [source === 'site' ? t('places.ownSite') : '', address, timeZone].filter(Boolean).join(' · '),
    icon: icons[source],
  }));
}

function noteOf({ data, geocoder }: FoundPlaces): string {
  const reach = {
    none: t('places.noGeocoder'),
    away: t('places.geocoderAway'),
    asked: data.length === 0 ? t('places.nothing') : '',
  };
  return reach[geocoder];
}

export function PlaceSearch({ onPick }: { readonly onPick: (place: Place) => void }) {
  const [text, setText] = useState('');
  const [picked, setPicked] = useState('');
  const wanted = text.trim();
  const asked = useRested(wanted, typingRestMs);
  const { data, error, isFetching, refetch } = usePlaces(asked);
  const isAsked = asked === wanted;
  const found = isAsked ? data : undefined;
  const failure = isAsked && !isFetching ? error : null;
  const isBusy = wanted.length > 1 && found === undefined && failure === null;
  const options = found === undefined ? [] : suggestionsOf(found.data);

  const pick = (id: string) => {
    const place = found?.data[Number(id)];
    if (place === undefined) return;
    setText('');
    setPicked(t('places.picked', { name: place.name }));
    onPick(place);
  };
  const searching = wanted.length < 2 ? t('places.typeMore') : t('places.searching');
  return (
    <SuggestField
      label={t('places.search')}
      help={picked === '' ? t('places.help') : <output>{picked}</output>}
      placeholder={t('places.placeholder')}
      maxLength={textMaxLength}
      text={text}
      onTextChange={setText}
      options={options}
      onPick={pick}
      isBusy={isBusy}
      note={failure === null ? (found === undefined ? searching : noteOf(found)) : failure.message}
      noteAction={
        failure !== null && (
          <Button size="small" onClick={() => void refetch()}>
            {t('ui.retry')}
          </Button>
        )
      }
    />
  );
}
