// The log of evidence: its heads, page by page, and what may be saved of it.
import {
  type EvidenceHead,
  getEvidenceLog,
  getHeadNote,
  getSealedHeadNote,
  getTimeStamp,
} from '@watchpost/contract/evidence';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call, download } from '../../lib/api-client.ts';
import { saveFile } from '../../lib/save-file.ts';

const headsAtOnce = 30;
/** Heads come by the minute. */
const refreshMs = 60_000;

export function useEvidenceLog() {
  return useInfiniteQuery({
    queryKey: ['evidence-log'],
    queryFn: ({ signal, pageParam }) => {
      const query = { limit: headsAtOnce, ...(pageParam === null ? {} : { before: pageParam }) };
      return call(getEvidenceLog, { query, signal, explainedBy: 'caller' });
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ older }) => older,
    refetchInterval: refreshMs,
  });
}

/** A head in a file of its own, to be kept elsewhere. */
export function saveHead(head: EvidenceHead): void {
  const day = new Date(head.atMs).toISOString().slice(0, 10);
  const blob = new Blob([`${JSON.stringify(head, null, 2)}\n`], { type: 'application/json' });
  saveFile(blob, `Head of ${day}, ${head.size} records.json`);
}

const explainedBy = 'caller';

/** The same as tools of others read it. */
export const saveNote = (size: number) => download(getSealedHeadNote, { params: { size }, explainedBy });

export const saveDayNote = (day: string) => download(getHeadNote, { query: { day }, explainedBy });

export const saveTimeStamp = (day: string) => download(getTimeStamp, { query: { day }, explainedBy });
