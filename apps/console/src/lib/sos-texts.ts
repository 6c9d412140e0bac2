// Who calls and from where, in words.
import type { SosCall } from '@watchpost/contract/sos';
import texts from '../labels/en.json?sos';
import { t } from './labels.ts';
import { addEnglish } from './language.ts';
import { positionText } from './rounds/round-texts.ts';

addEnglish(texts);

export const siteOf = ({ siteName }: SosCall): string => (siteName === '' ? t('sosBar.noSite') : siteName);

/** What is no farther away than this is at the place, as well as a phone can know. */
const atMetres = 15;
const kilometre = 1_000;

function distanceText(metres: number): string {
  return metres < kilometre
    ? t('sosBar.metres', { count: Math.round(metres / 5) * 5 })
    : t('sosBar.kilometres', { count: Math.round(metres / 100) / 10 });
}

/** As somebody would say it who is sent there. */
export function whereText({ nearestCheckpoint: near, position }: SosCall): string {
  if (position === null) return t('sosBar.noPosition');
  if (near === null) return positionText(position.latitude, position.longitude);
  return near.metres <= atMetres
    ? t('sosBar.at', { checkpoint: near.name })
    : t('sosBar.near', { distance: distanceText(near.metres), checkpoint: near.name });
}

/** The exact position, for a hover. */
export function exactText({ position }: SosCall): string | undefined {
  if (position === null) return undefined;
  const { latitude, longitude, accuracyMetres } = position;
  const coordinates = positionText(latitude, longitude);
  return accuracyMetres === null
    ? coordinates
    : `${coordinates} ${t('sosBar.accuracy', { metres: Math.round(accuracyMetres) })}`;
}

/** 0:42, 12:05 or 1:02:03, so that a glance shows that it runs. */
export function runningText(ms: number): string {
  const all = Math.max(0, Math.floor(ms / 1_000));
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes, seconds] = [Math.floor(all / 3_600), Math.floor(all / 60) % 60, all % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
