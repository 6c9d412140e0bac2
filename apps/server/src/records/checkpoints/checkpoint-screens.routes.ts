import { randomInt } from 'node:crypto';
import {
  checkScreen,
  listCheckpointScreens,
  offerCheckpointScreen,
  pairScreen,
  revokeCheckpointScreen,
} from '@watchpost/contract/checkpoint-screens';
import { foldLetters } from '@watchpost/domain/readers/codes';
import { pairingCodeLength } from '@watchpost/domain/rotating-codes';
import { networkOf } from '../../platform/access/network.ts';
import { hashToken } from '../../platform/access/session-token.ts';
import { releaseTry, reserveTry } from '../../platform/access/sign-in-limit.queries.ts';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Route, route } from '../../platform/http/route.ts';
import {
  findScreens,
  insertOffer,
  noteSeen,
  pairOffered,
  revokeScreen,
} from './checkpoint-screens.queries.ts';
import { viewCheckpoint } from './checkpoints.service.ts';

export function checkpointScreenRoutes(): Route[] {
  return [
    route(listCheckpointScreens, async ({ caller: { scope }, params }) => {
      const { id } = await viewCheckpoint(scope, params.id);
      return { screens: await findScreens(scope, id) };
    }),

    route(offerCheckpointScreen, async (context) => {
      const { scope } = context.caller;
      const checkpoint = await viewCheckpoint(scope, context.params.id);
      const pairingCode = makePairingCode();
      const offer = await insertOffer(scope, checkpoint, hashToken(pairingCode), auditOrigin(context));
      return { ...offer, pairingCode };
    }),

    route(revokeCheckpointScreen, async (context) => {
      const { scope } = context.caller;
      const { id, screenId } = context.params;
      const checkpoint = await viewCheckpoint(scope, id);
      const isRevoked = await revokeScreen(scope, checkpoint, screenId, auditOrigin(context));
      if (!isRevoked) throw new AppError('notFound');
      return { id: screenId };
    }),

    route(pairScreen, async (context) => {
      const { tenant, db, body, address } = context;
      const counted = { tenantId: tenant.id, username: networkOf(address), address, kind: 'screen' };
      await reserveTry(db, counted);
      const hash = hashToken(foldLetters(body.pairingCode));
      const paired = await pairOffered(db, tenant.id, hash, auditOrigin({ ...context, caller: null }));
      if (paired === null) throw new AppError('notFound');
      await releaseTry(db, counted);
      return { ...paired, serverTimeMs: Date.now() };
    }),

    route(checkScreen, async ({ tenant, db, body }) => ({
      isInUse: await noteSeen(db, tenant.id, body.screenId),
      serverTimeMs: Date.now(),
    })),
  ];
}

/** Without letters that look like digits; 40 bits, good for minutes and a few tries. */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const makePairingCode = (): string =>
  Array.from({ length: pairingCodeLength }, () => signs[randomInt(signs.length)]).join('');
