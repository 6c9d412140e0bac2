// What an SOS does beyond the page: the sound, the title of the tab and its icon.
import type { SosCall } from '@watchpost/contract/sos';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { setTitleAlarm } from '../../lib/document-title.ts';
import { t } from '../../lib/labels.ts';
import { currentTenant } from '../../lib/tenant.ts';
import { noTicks, seconds } from '../../lib/ticking.ts';
import { Alarm, type AlarmState } from './alarm.ts';
import { siteOf } from '../../lib/sos-texts.ts';
import { mutedUntilMs } from './muted-calls.ts';
import alarmIcon from './sos-icon.svg';

/** Sounds while one of the calls is not muted here. Says what became of the sound. */
export function useAlarmSound(userId: string, waiting: readonly SosCall[]): AlarmState {
  const [state, setState] = useState<AlarmState>('silent');
  const alarm = useRef<Alarm | null>(null);
  const isIdle = waiting.length === 0;
  const nowMs = useSyncExternalStore(isIdle ? noTicks : seconds.subscribe, seconds.now);
  const isLoud = waiting.some(({ id }) => mutedUntilMs(id, nowMs) === 0);
  useEffect(() => {
    const made = new Alarm(`watchpost alarm ${currentTenant()} ${userId}`, setState);
    alarm.current = made;
    return () => {
      made.close();
      alarm.current = null;
    };
  }, [userId]);
  useEffect(() => {
    alarm.current?.want(isLoud);
  }, [isLoud, userId]);
  return state;
}

function useIconAlarm(isOn: boolean): void {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    if (!isOn || icon === null) return undefined;
    const { href } = icon;
    icon.href = alarmIcon;
    return () => {
      icon.href = href;
    };
  }, [isOn]);
}

/** The oldest of them by name; how many there are where it is not the only one. */
export function useTabAlarm(waiting: readonly SosCall[]): void {
  const [oldest] = waiting;
  const text = oldest === undefined ? null : titleOf(oldest, waiting.length);
  useEffect(() => {
    setTitleAlarm(text);
  }, [text]);
  useEffect(() => () => setTitleAlarm(null), []);
  useIconAlarm(text !== null);
}

function titleOf(call: SosCall, count: number): string {
  return t('sosBar.tabTitle', { guard: call.guardName, site: siteOf(call), count });
}
