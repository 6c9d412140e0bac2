import { exportRoundEvidence, getEvidenceKeys } from '@watchpost/contract/evidence';
import type { ServerSecret } from '../../access/server-secret.ts';
import { insertAuditEntry } from '../../audit/audit.queries.ts';
import { auditOrigin } from '../../audit/audit-origin.ts';
import { findLogKeys } from '../../evidence/check-log.queries.ts';
import { findHead } from '../../evidence/log.queries.ts';
import type { LogSecrets } from '../../evidence/log-keys.ts';
import { type Route, route } from '../../http/route.ts';
import { makeBundle } from './make-bundle.service.ts';

export interface EvidenceSettings {
  readonly secret: ServerSecret;
  /** What the keys of logs are drawn from; the server's own secret when left out. */
  readonly logSecrets?: LogSecrets;
}

export function evidenceRoutes({ secret, logSecrets = [secret] }: EvidenceSettings): Route[] {
  return [
    route(getEvidenceKeys, async ({ tenant, db }) => ({
      keys: await findLogKeys(db, tenant.id),
      head: await findHead(db, tenant.id),
    })),
    route(exportRoundEvidence, async (context) => {
      const { scope } = context.caller;
      const bundle = await makeBundle(scope, context.params.roundId, logSecrets);
      const [round] = bundle.rounds;
      await insertAuditEntry(scope.db, auditOrigin(context), {
        action: 'export.made',
        subject: { id: 'evidence', label: 'Evidence' },
        after: { format: 'json', rows: bundle.records.length },
      });
      return {
        fileName: `Evidence ${round?.id ?? ''}.json`,
        mediaType: 'application/json',
        chunks: chunksOf(JSON.stringify(bundle)),
      };
    }),
  ];
}

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
