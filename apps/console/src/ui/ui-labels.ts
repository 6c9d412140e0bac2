/** The words that ui's own controls speak. The app gives them once, through UiProvider, in the current language. */
import { createContext, use } from 'react';

export type UiLabels = {
  close: string;
  loading: string;
  retry: string;
  confirmTitle: string;
  yes: string;
  no: string;
  messages: string;
  required: string;
  showPassword: string;
  hidePassword: string;
  openCalendar: string;
  previousMonth: string;
  nextMonth: string;
  month: string;
  year: string;
  today: string;
  clear: string;
  dateInvalid: string;
  noSuchDay: string;
  dateOutOfRange: string;
  tooLong: (max: number, length: number) => string;
  shortEnough: string;
  noMatches: string;
  removeFilter: (filter: string) => string;
  previous: string;
  next: string;
  pages: string;
  pageOf: (page: number, pageCount: number) => string;
  noRecords: string;
  rowsLoading: string;
  action: string;
  activated: string;
  deactivated: string;
  selectAllRows: string;
  selectRow: string;
  selectedCount: (count: number) => string;
  clearSelection: string;
  resizeColumn: (column: string) => string;
};

export type UiSettings = {
  labels: UiLabels;
  locale: string;
  /** As a search sees a text: what differs in accents or case alone is the same. */
  fold: (text: string) => string;
};

export const UiContext = createContext<UiSettings | null>(null);

function useUiSettings(): UiSettings {
  const settings = use(UiContext);
  if (!settings) throw new Error('UiProvider is missing above this component');
  return settings;
}

export const useUiLabels = (): UiLabels => useUiSettings().labels;

export const useUiFold = (): UiSettings['fold'] => useUiSettings().fold;

/** A BCP 47 tag. */
export const useUiLocale = (): string => useUiSettings().locale;
