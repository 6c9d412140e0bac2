import fs from 'node:fs';
import { exportRoundEvidence, getEvidenceLog, getVerificationPage } from '@watchpost/contract/evidence';
import { pageSizeMax } from '@watchpost/domain/limits';
import type { ServerSecret } from '../../access/server-secret.ts';
import { auditOrigin } from '../../audit/audit-origin.ts';
import { besideOf } from '../../evidence/beside-wish.ts';
import { findLogKeys } from '../../evidence/check-log.queries.ts';
import { makeEvidenceFile } from '../../evidence/evidence-file.ts';
import { findShownRounds } from '../../evidence/evidence-file.queries.ts';
import { replyWithEvidence } from '../../evidence/evidence-reply.ts';
import { noteKeysOf } from '../../evidence/head-notes.ts';
import type { LogSecrets } from '../../evidence/log-keys.ts';
import { listPublished } from '../../evidence/published-heads.queries.ts';
import { AppError } from '../../http/app-error.ts';
import { type Context, type FileReply, type Route, route } from '../../http/route.ts';
import { countLog, findHeadsBelow } from './evidence-log.queries.ts';
import { publishedHeadRoutes } from './published-heads.routes.ts';

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
    ...publishedHeadRoutes(logSecrets),
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
        noteKeys: await noteKeysOf(db, tenantId, logSecrets),
        published: (await listPublished(db, tenantId, publishedShown)).map(({ head, ...published }) => ({
          ...published,
          size: head.size,
          atMs: head.atMs,
        })),
      };
    }),
    route(exportRoundEvidence, (context) => exportRound(context, logSecrets)),
  ];
}

/** Of the console's page. */
const publishedShown = 30;

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
