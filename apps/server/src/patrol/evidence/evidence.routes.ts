import fs from 'node:fs';
import { exportRoundEvidence, getEvidenceLog, getVerificationPage } from '@watchpost/contract/evidence';
import type { SignedHead } from '@watchpost/domain/evidence/tree-head';
import { pageSizeMax } from '@watchpost/domain/limits';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { relatedOptionsOf } from './related-options.ts';
import { findLogKeys } from './check-log.queries.ts';
import { makeEvidenceFile } from './evidence-file.ts';
import { findShownRounds } from './evidence-file.queries.ts';
import { replyWithEvidence } from './evidence-reply.ts';
import { noteKeysOf } from './head-notes.ts';
import { findClockNotes, findOperatorNotes, type OperatorNote } from './log-notes.queries.ts';
import { listPublished } from './published-heads.queries.ts';
import { checkStoredHead } from './seal-logs.queries.ts';
import type { Sealing } from './sealing.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Context, type FileReply, type Route, route } from '../../platform/http/route.ts';
import { countLog, findHeadsBelow } from './evidence-log.queries.ts';
import { headWitnessRoutes } from './head-witnesses.routes.ts';
import { publishedHeadRoutes } from './published-heads.routes.ts';

export interface EvidenceSettings {
  readonly sealing: Sealing;
  /** Where the built page lies that checks evidence files; without one it is not served. */
  readonly verificationPage?: string;
}

export function evidenceRoutes({ sealing, verificationPage }: EvidenceSettings): Route[] {
  return [
    ...publishedHeadRoutes(sealing.secrets),
    ...headWitnessRoutes(),
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
        noteKeys: await noteKeysOf(db, tenantId, sealing.secrets),
        published: (await listPublished(db, tenantId, publishedShown)).map(({ head, ...published }) => ({
          ...published,
          size: head.size,
          atMs: head.atMs,
        })),
        fault: (await checkStoredHead(db, tenantId, sealing))?.kind ?? null,
        notes: (await findOperatorNotes(db, tenantId)).map(shownNote),
        clockNotes: await findClockNotes(db, tenantId),
      };
    }),
    route(exportRoundEvidence, (context) => exportRound(context, sealing)),
  ];
}

/** Of the console's page. */
const publishedShown = 30;

const endOf = (head: SignedHead | null) => head && { size: head.size, atMs: head.atMs };
const shownNote = ({ kind, atMs, from, to, madeAt, reason }: OperatorNote) =>
  ({ kind, atMs, madeAt, reason, from: endOf(from), to: endOf(to) }) as const;

async function exportRound(
  context: Context<typeof exportRoundEvidence>,
  sealing: Sealing,
): Promise<FileReply> {
  const { caller, params, query } = context;
  const { earlier, roundId } = { ...query, ...params };
  const about = { kind: 'round', asked: { round: roundId } } as const;
  const [round] = await findShownRounds(caller.scope, caller.scope.db, [roundId]);
  if (round === undefined) throw new AppError('notFound');
  const options = { about, rounds: [[roundId]], related: relatedOptionsOf(caller), earlier };
  const file = await makeEvidenceFile(caller.scope, options, sealing);
  return replyWithEvidence(caller.scope.db, auditOrigin(context), file, {
    name: roundId,
    filter: { round: roundId },
  });
}
