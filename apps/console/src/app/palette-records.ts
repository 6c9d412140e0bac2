// Sites, guards, checkpoints and rounds that the command palette finds while somebody types.
import { listCheckpoints } from '@watchpost/contract/checkpoints';
import { listGuards } from '@watchpost/contract/guards';
import { listScannedCheckpoints } from '@watchpost/contract/scanned-checkpoints';
import { listSites } from '@watchpost/contract/sites';
import type { AccessGroup } from '@watchpost/domain/permissions';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../lib/api-client.ts';
import { session } from '../lib/current-session.ts';
import { t } from '../lib/labels.ts';
import { checkpointHref, guardHref, roundHref, siteHref } from '../lib/record-links.ts';
import { guardName } from '../lib/rounds/round-cells.tsx';
import { wallClock } from '../lib/rounds/round-times.ts';

export interface FoundRecord {
  readonly label: string;
  /** What it is, and where. */
  readonly context: string;
  readonly icon: string;
  /** Of its page. */
  readonly href: string;
}

/** Of each kind. */
const foundMax = 4;
const lettersMin = 2;
const restMs = 200;

const asked = (searchText: string, signal: AbortSignal) =>
  ({ query: { searchText, limit: foundMax }, signal, explainedBy: 'caller' }) as const;

interface Kind {
  readonly group: AccessGroup;
  readonly find: (searchText: string, signal: AbortSignal) => Promise<FoundRecord[]>;
}

const kinds: readonly Kind[] = [
  {
    group: 'SITES',
    find: async (searchText, signal) => {
      const { data } = await call(listSites, asked(searchText, signal));
      return data.map(({ id, name }) => ({
        label: name,
        context: t('palette.site'),
        icon: 'sites',
        href: siteHref(id),
      }));
    },
  },
  {
    group: 'GUARDS',
    find: async (searchText, signal) => {
      const { data } = await call(listGuards, asked(searchText, signal));
      return data.map(({ id, firstName, lastName, employeeId }) => ({
        label: `${firstName} ${lastName}`.trim(),
        context: t('palette.guard', { employeeId }),
        icon: 'guards',
        href: guardHref(id),
      }));
    },
  },
  {
    group: 'CHECKPOINTS',
    find: async (searchText, signal) => {
      const { data } = await call(listCheckpoints, asked(searchText, signal));
      return data.map(({ id, name, siteName }) => ({
        label: name,
        context: t('palette.checkpoint', { site: siteName }),
        icon: 'checkpoints',
        href: checkpointHref(id),
      }));
    },
  },
  {
    group: 'SCANNED_CHECKPOINTS',
    find: async (searchText, signal) => {
      const { data } = await call(listScannedCheckpoints, asked(searchText, signal));
      return data.map((round) => ({
        label: guardName(round),
        context: t('palette.round', { time: wallClock(round.scannedStartTime, round.siteTimeZone) }),
        icon: 'report',
        href: roundHref(round.id, 'site'),
      }));
    },
  },
];

/** The text as it stood for a moment, so that not every letter is asked about. */
function useRested(text: string): string {
  const [rested, setRested] = useState('');
  useEffect(() => {
    const timer = window.setTimeout(() => setRested(text), restMs);
    return () => window.clearTimeout(timer);
  }, [text]);
  return rested;
}

/** Records of the kinds that the user may see, of the text as it is typed now. */
export function usePaletteRecords(typed: string) {
  const text = typed.trim();
  const isAsked = text.length >= lettersMin;
  const isRested = useRested(text) === text;
  const { data, isError } = useQuery({
    queryKey: ['palette', text],
    queryFn: async ({ signal }) => {
      const seen = kinds.filter(({ group }) => session.canView(group));
      return (await Promise.all(seen.map(({ find }) => find(text, signal)))).flat();
    },
    enabled: isAsked && isRested,
    retry: false,
  });
  return {
    records: isAsked ? (data ?? []) : [],
    isAsking: isAsked && data === undefined && !isError,
    hasFailed: isAsked && isError,
  };
}
