import type { InfoPageId } from '@watchpost/domain/info-pages';
import {
  type EditedPage,
  getEditedInfoPage,
  getInfoPage,
  getInfoPageRevision,
  listInfoPageRevisions,
  restoreInfoPageRevision,
  saveInfoPage,
} from '@watchpost/contract/info-pages';
import type { SiteScope } from '../../platform/access/caller.ts';
import { type AuditOrigin, auditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Route, route } from '../../platform/http/route.ts';
import {
  findPage,
  findPageHtml,
  findRevision,
  listRevisions,
  type NewText,
  updatePage,
} from './info-pages.queries.ts';
import { sanitise } from './rich-html.ts';

export function infoPagesRoutes(): Route[] {
  return [
    route(getInfoPage, async ({ tenant, db, params: { id } }) => ({
      id,
      // Cut once more: what stands in the database may have come there by other ways than the editor.
      html: await sanitise((await findPageHtml(db, tenant.id, id)) ?? ''),
    })),

    route(getEditedInfoPage, async ({ caller: { scope }, params: { id } }) => viewPage(scope, id)),

    route(saveInfoPage, async (context) => {
      const { caller, params, body } = context;
      const text = {
        id: params.id,
        html: await sanitise(body.html),
        editedVersion: body.version,
        userId: caller.userId,
        restoredFrom: null,
      };
      return save(caller.scope, text, auditOrigin(context));
    }),

    route(listInfoPageRevisions, async ({ caller: { scope }, params: { id } }) => ({
      data: (await listRevisions(scope, id)).map(({ html: _html, ...revision }) => revision),
    })),

    route(getInfoPageRevision, async ({ caller: { scope }, params: { id, revision } }) => {
      const found = await findRevision(scope, id, revision);
      if (found === null) throw new AppError('notFound');
      return { ...found, html: await sanitise(found.html) };
    }),

    route(restoreInfoPageRevision, async (context) => {
      const { scope, userId } = context.caller;
      const { id, revision } = context.params;
      const found = await findRevision(scope, id, revision);
      if (found === null) throw new AppError('notFound');
      const html = await sanitise(found.html);
      const text = { id, html, editedVersion: context.body.version, userId, restoredFrom: revision };
      return save(scope, text, auditOrigin(context));
    }),
  ];
}

async function viewPage(scope: SiteScope, id: InfoPageId): Promise<EditedPage> {
  const page = await findPage(scope, id);
  if (page === null) return { id, html: '', version: 0, savedAtMs: null, savedBy: null };
  return { id, ...page, html: await sanitise(page.html) };
}

async function save(scope: SiteScope, text: NewText, origin: AuditOrigin): Promise<EditedPage> {
  if (!(await updatePage(scope, text, origin))) throw new AppError('editedMeanwhile');
  return viewPage(scope, text.id);
}
