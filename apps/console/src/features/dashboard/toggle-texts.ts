import { t } from '../../lib/labels.ts';

/** Names of the button that shows a chart as a table, and back. */
export const toggleTexts = (title: string) => ({
  toTable: t('dashboard.asTable', { title }),
  toChart: t('dashboard.asChart', { title }),
});
