// The page that people without an account reach by a mailed link; alike for every link that does not open.
import { answerMailConsent, openMailConsent } from '@watchpost/contract/mail-consents';
import { reportLinkRequestsPerMinute } from '@watchpost/domain/scheduled-reports';
import { networkOf } from '../../platform/access/network.ts';
import { countRequest } from '../../platform/access/request-limit.queries.ts';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { endedPage } from '../../platform/mail/mailed-page.ts';
import { consentPage } from './consent-page.ts';
import { saveAnswer } from './mail-answers.queries.ts';
import { findConsentByToken } from './mail-consents.queries.ts';

const linkLimit = { name: 'consent-links', max: reportLinkRequestsPerMinute, windowSeconds: 60 };

export function mailConsentRoutes(): Route[] {
  return [
    route(openMailConsent, async ({ tenant, db, params, address, language }) => {
      await countRequest(db, tenant.id, linkLimit, networkOf(address));
      const consent = await findConsentByToken(db, tenant.id, params.token);
      return consent === null ? endedPage(language) : consentPage(consent, tenant.name);
    }),

    route(answerMailConsent, async (context) => {
      const { tenant, db, params, body, address, language } = context;
      await countRequest(db, tenant.id, linkLimit, networkOf(address));
      const consent = await findConsentByToken(db, tenant.id, params.token);
      if (consent === null) return endedPage(language);
      const state = body.answer === 'agree' ? 'agreed' : 'stopped';
      await saveAnswer(db, auditOrigin(context), { ...consent, state });
      return consentPage({ ...consent, state }, tenant.name);
    }),
  ];
}
