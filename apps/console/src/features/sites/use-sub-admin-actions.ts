// What can be done with one sub admin, each asked about where it takes something away, and told of when done.
import type { SubAdmin } from '@watchpost/contract/sub-admins';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { t } from '../../lib/labels.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { confirm } from '../../ui/overlays/confirm-store.ts';
import { inviteAgain, mailReset, remove, resetSteps, setStatus, subAdminsKey } from './site-details.api.ts';

export const subAdminName = ({ firstName, lastName, email }: SubAdmin): string =>
  `${firstName} ${lastName}`.trim() || email;

export function useSubAdminActions(siteId: string, person: SubAdmin) {
  const queries = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const [mustConfirm, setMustConfirm] = useState(false);
  const { id, email, state } = person;
  const name = subAdminName(person);

  const run = async (change: () => Promise<unknown>, done: string, question?: string) => {
    if (question !== undefined && !(await confirm({ message: question }))) return;
    setIsBusy(true);
    try {
      await change();
      toasts.success({ summary: t('subAdmins.title'), text: done });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'confirmFirst') setMustConfirm(true);
      else toasts.error({ summary: t('error.summary'), text: error.message });
    } finally {
      setIsBusy(false);
      // In any case the list shows what is so now.
      void queries.invalidateQueries({ queryKey: subAdminsKey(siteId) });
    }
  };
  const steps = () => run(() => resetSteps(id), t('subAdmins.stepsReset', { name }));
  return {
    isBusy,
    mustConfirm,
    dismiss: () => setMustConfirm(false),
    confirmed: () => {
      setMustConfirm(false);
      void steps();
    },
    inviteAgain: () => void run(() => inviteAgain(id), t('subAdmins.resent', { email })),
    mailReset: () => void run(() => mailReset(id), t('subAdmins.resetSent', { email })),
    resetSteps: () =>
      void run(
        () => resetSteps(id),
        t('subAdmins.stepsReset', { name }),
        t('subAdmins.resetStepsAsk', { name }),
      ),
    switchStatus: () =>
      void (state === 'deactivated'
        ? run(() => setStatus(id, true), t('subAdmins.nowActive', { name }))
        : run(
            () => setStatus(id, false),
            t('subAdmins.nowDeactivated', { name }),
            t('subAdmins.deactivateAsk', { name }),
          )),
    remove: () =>
      void run(() => remove(id), t('subAdmins.removed', { name }), t('subAdmins.removeAsk', { name })),
  };
}
