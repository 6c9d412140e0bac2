// The coming holidays of a site: added, named again and taken away, for all of its tours (MNG-07).
import type { TourChoices } from '@watchpost/contract/tours';
import { holidayNameMaxLength } from '@watchpost/domain/tours';
import { useQueryClient } from '@tanstack/react-query';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { ApiError } from '../../lib/api-error.ts';
import { t } from '../../lib/labels.ts';
import { makeAsked, useDialogDraft } from '../../records/use-dialog-draft.ts';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Stack } from '../../ui/display/stack.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { DateField } from '../../ui/fields/date-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { dateWords } from './tour-words.ts';
import { dropHoliday, saveHoliday, tourArea } from './tours.api.ts';
import styles from './tours.module.css';

const dialogName = 'holidays';
export const useHolidaysOpen = makeAsked<'open'>(dialogName);

interface DialogProps {
  readonly site: string;
  readonly holidays: TourChoices['holidays'];
  readonly onClose: () => void;
}

/** Does it, tells what was in the way, and shows the holidays as they are then. */
function useStore() {
  const queries = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const store = async (run: () => Promise<unknown>): Promise<boolean> => {
    setIsBusy(true);
    try {
      await run();
      return true;
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      toasts.error({ summary: t('error.summary'), text: failure.message });
      return false;
    } finally {
      await queries.invalidateQueries({ queryKey: [tourArea] });
      setIsBusy(false);
    }
  };
  return { isBusy, store };
}

interface HolidayDraft {
  readonly day: string | null;
  readonly name: string;
}

const noHoliday: HolidayDraft = { day: null, name: '' };

/** The holiday that is being written; each field says what it lacks once it was to be added. */
function useNewHoliday(save: (day: string, name: string) => Promise<boolean>, onClose: () => void) {
  const { draft, change, close } = useDialogDraft(dialogName, noHoliday, onClose);
  const { day, name } = draft;
  const [isTold, setIsTold] = useState(false);
  const isNamed = name.trim() !== '';
  const add = async () => {
    if (day === null || !isNamed) {
      setIsTold(true);
      return;
    }
    if (!(await save(day, name.trim()))) return;
    change(noHoliday);
    setIsTold(false);
  };
  const dayProblem = isTold && day === null ? t('tour_date_required') : null;
  const nameProblem = isTold && !isNamed ? t('holiday_name_required') : null;
  return { day, name, change, close, add, dayProblem, nameProblem };
}

export function HolidaysDialog({ site, holidays, onClose }: DialogProps) {
  const { isBusy, store } = useStore();
  const written = useNewHoliday((day, name) => store(() => saveHoliday(site, day, name)), onClose);
  // Outside of the tour's form: a form in a form is none, and what is added here saves no tour.
  return createPortal(
    <Modal
      isOpen
      title={t('tours.holidays')}
      onClose={written.close}
      onSubmit={() => void written.add()}
      footer={
        <>
          <Button onClick={written.close}>{t('tours.done')}</Button>
          <Button variant="primary" type="submit" isBusy={isBusy}>
            {t('tours.addHoliday')}
          </Button>
        </>
      }
    >
      <Stack>
        <p className={styles.quiet}>{t('tours.holidaysHelp')}</p>
        <HolidayList site={site} holidays={holidays} isBusy={isBusy} store={store} />
        <DateField
          label={t('tours.holidayDate')}
          isRequired
          value={written.day}
          error={written.dayProblem}
          onValueChange={(day) => written.change({ day })}
        />
        <TextField
          label={t('tours.holidayName')}
          isRequired
          maxLength={holidayNameMaxLength}
          autoComplete="off"
          value={written.name}
          error={written.nameProblem}
          onChange={({ target }) => written.change({ name: target.value })}
        />
      </Stack>
    </Modal>,
    document.body,
  );
}

interface ListProps extends Pick<DialogProps, 'site' | 'holidays'> {
  readonly isBusy: boolean;
  readonly store: (run: () => Promise<unknown>) => Promise<boolean>;
}

function HolidayList({ site, holidays, isBusy, store }: ListProps) {
  if (holidays.length === 0) return <p>{t('tours.noHolidays')}</p>;
  return (
    <ul className={styles.holidayList}>
      {holidays.map(({ day, name }) => (
        <li key={day}>
          <span>{dateWords(day)}</span>
          <strong>{name}</strong>
          <IconButton
            size="small"
            icon={<IconTrash size={16} aria-hidden />}
            label={t('tours.removeHoliday', { name })}
            disabled={isBusy}
            onClick={() => void store(() => dropHoliday(site, day))}
          />
        </li>
      ))}
    </ul>
  );
}
