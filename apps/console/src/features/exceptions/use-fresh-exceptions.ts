import { useFresh } from '../../records/use-fresh.ts';
import { exceptionArea } from './exceptions.api.ts';

const fresh = {
  area: exceptionArea,
  parts: ['list', 'summary', 'one'],
  changed: 'exceptionsChanged',
} as const;

/** Others see to them in the meantime, and new ones open by themselves. */
export const useFreshExceptions = (): void => useFresh(fresh);
