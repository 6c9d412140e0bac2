import {
  addHeadWitness,
  inviteHeadWitness,
  listHeadWitnesses,
  removeHeadWitness,
} from '@watchpost/contract/head-witnesses';
import { headWitnessesMax } from '@watchpost/domain/head-witnesses';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError, InvalidInput } from '../../platform/http/app-error.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { invitationRefusals } from '../../company/mail-consents/invitation-refusals.ts';
import {
  deleteWitness,
  insertWitness,
  inviteWitnessAgain,
  listWitnesses,
  type WitnessRefusal,
} from './head-witnesses.queries.ts';

/** What is wrong with the address, as label keys, or with the company's list. */
const fieldProblems: Partial<Record<WitnessRefusal, string>> = {
  twice: 'witness_twice',
  stopped: 'witness_stopped',
};

export function headWitnessRoutes(): Route[] {
  return [
    route(listHeadWitnesses, async ({ caller: { scope } }) => ({
      witnesses: await listWitnesses(scope.db, scope.tenantId),
      max: headWitnessesMax,
    })),

    route(addHeadWitness, async (context) => {
      const { caller, body } = context;
      const made = await insertWitness(caller.scope.db, auditOrigin(context), body);
      if (typeof made !== 'string') return made;
      const problem = fieldProblems[made];
      if (problem !== undefined) throw new InvalidInput({ email: problem });
      throw new AppError(made === 'full' ? 'witnessesFull' : 'invitationsSpent');
    }),

    route(inviteHeadWitness, async (context) => {
      const { caller, params } = context;
      const outcome = await inviteWitnessAgain(caller.scope.db, auditOrigin(context), params.id);
      if (outcome === null) throw new AppError('notFound');
      if (outcome !== 'invited') throw new AppError(invitationRefusals[outcome]);
      return { id: params.id };
    }),

    route(removeHeadWitness, async (context) => {
      const { caller, params } = context;
      if (!(await deleteWitness(caller.scope.db, auditOrigin(context), params.id)))
        throw new AppError('notFound');
      return { id: params.id };
    }),
  ];
}
