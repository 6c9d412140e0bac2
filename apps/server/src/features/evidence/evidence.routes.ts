import fs from 'node:fs';
import {
  exportRoundEvidence,
  getEvidenceGrowth,
  getEvidenceKeys,
  getEvidenceLog,
  getVerificationPage,
} from '@watchpost/contract/evidence';
import { pageSizeMax } from '@watchpost/domain/limits';
import type { ServerSecret } from '../../access/server-secret.ts';
import { auditOrigin } from '../../audit/audit-origin.ts';
import { besideOf } from '../../evidence/beside-wish.ts';
import { findLogKeys } from '../../evidence/check-log.queries.ts';
import { growthBetween, makeEvidenceFile } from '../../evidence/evidence-file.ts';
import { findShownRounds } from '../../evidence/evidence-file.queries.ts';
import { replyWithEvidence } from '../../evidence/evidence-reply.ts';
import { findHead } from '../../evidence/log.queries.ts';
import type { LogSecrets } from '../../evidence/log-keys.ts';
import { AppError } from '../../http/app-error.ts';
import { type Context, type FileReply, type Route, route } from '../../http/route.ts';
import { countLog, findHeadOf, findHeadsBelow } from './evidence-log.queries.ts';

export interface EvidenceSettings {
  readonly secret: ServerSecret;
  /** What the keys of logs are drawn from; the server's own secret when left out. */
  readonly logSecrets?: LogSecrets;
  /** Where the built page lies that checks evidence files; without one it is not served. */
  readonly verificationPage?: string;
}

export function evidenceRoutes({
  secret,
  logSecrets = [secret],
  verificationPage,
}: EvidenceSettings): Route[] {
  return [
    route(getEvidenceKeys, async ({ tenant, db }) => ({
      keys: await findLogKeys(db, tenant.id),
      head: await findHead(db, tenant.id),
    })),
    route(getEvidenceGrowth, async ({ tenant, db, query }) => {
      const [earlier, head] = [
        await findHeadOf(db, tenant.id, query.from),
        await findHeadOf(db, tenant.id, query.to),
      ];
      if (earlier === null || head === null || earlier.size > head.size) throw new AppError('notFound');
      const growth = await growthBetween(db, earlier, head);
      return { head, earlier: { head: growth.head, path: [...growth.path] } };
    }),
    route(getVerificationPage, async () => {
      if (verificationPage === undefined || !fs.existsSync(verificationPage)) throw new AppError('notFound');
      return {
        fileName: 'Watchpost verification.html',
        mediaType: 'text/html; charset=utf-8',
        chunks: fs.createReadStream(verificationPage),
      };
    }),
    route(getEvidenceLog, async ({ caller: { scope }, query: { before, limit = pageSizeMax } }) => {
      const { db, tenantId } = scope;
      const found = await findHeadsBelow(db, tenantId, before ?? Number.MAX_SAFE_INTEGER, limit + 1);
      const heads = found.slice(0, limit);
      return {
        heads,
        older: found.length > limit ? (heads.at(-1)?.size ?? null) : null,
        ...(await countLog(db, tenantId)),
        keys: await findLogKeys(db, tenantId),
      };
    }),
    route(exportRoundEvidence, (context) => exportRound(context, logSecrets)),
  ];
}

async function exportRound(
  context: Context<typeof exportRoundEvidence>,
  secrets: LogSecrets,
): Promise<FileReply> {
  const { caller, params, query } = context;
  const { earlier, roundId } = { ...query, ...params };
  const about = { kind: 'round', asked: { round: roundId } } as const;
  const [round] = await findShownRounds(caller.scope, caller.scope.db, [roundId]);
  if (round === undefined) throw new AppError('notFound');
  const wish = { about, rounds: [[roundId]], beside: besideOf(caller), earlier };
  const file = await makeEvidenceFile(caller.scope, wish, secrets);
  return replyWithEvidence(caller.scope.db, auditOrigin(context), file, {
    name: roundId,
    filter: { round: roundId },
  });
}
