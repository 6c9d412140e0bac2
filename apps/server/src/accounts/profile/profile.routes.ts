import { getProfile, saveLanguage, updateProfile } from '@watchpost/contract/profile';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { findProfile, updateLanguage } from './profile.queries.ts';
import { saveProfile, withPlus } from './profile.service.ts';

export function profileRoutes(): Route[] {
  return [
    route(getProfile, async ({ caller: { scope, userId } }) => {
      const { firstName, lastName, email, phoneNumber, countryCode, profileImage } = await findProfile(
        scope,
        userId,
      );
      const texts = { firstName, lastName, email, phoneNumber, countryCode: withPlus(countryCode) };
      return { ...texts, userDetails: { profileImage } };
    }),

    route(updateProfile, async (context) => {
      const asked = { ...context, origin: auditOrigin(context) };
      return { results: { user: await saveProfile(context.caller, context.body, asked) } };
    }),

    route(saveLanguage, async (context) => {
      const { caller, body } = context;
      await updateLanguage(caller.scope, caller.userId, body.language, auditOrigin(context));
      return { language: body.language };
    }),
  ];
}
