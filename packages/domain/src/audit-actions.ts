// What the audit log can say that somebody did. Entries live for ever, so an action is never renamed or taken away.
import { listAreas } from './managed-records.ts';

/** What an action is done to. */
export const auditSubjects = [
  'user',
  'tenant',
  'infoPage',
  'report',
  'message',
  'site',
  'guard',
  'checkpoint',
  'shift',
  'patrolRoute',
  'patrolTour',
  'incident',
  'exception',
  'scheduledReport',
  'device',
] as const;
export type AuditSubject = (typeof auditSubjects)[number];

/** Every action with the kind of record that it is done to. */
export const auditActions = {
  'session.signedIn': 'user',
  'session.refused': 'user',
  'session.signedOut': 'user',
  'session.ended': 'user',
  'session.endedAll': 'user',
  'password.resetAsked': 'user',
  'password.reset': 'user',
  'password.changed': 'user',
  'profile.changed': 'user',
  'profile.photoChanged': 'user',
  'profile.photoRemoved': 'user',
  'notifications.changed': 'user',
  'factor.added': 'user',
  'factor.renamed': 'user',
  'factor.removed': 'user',
  'factor.codesMade': 'user',
  'subAdmin.invited': 'user',
  'subAdmin.invitedAgain': 'user',
  'subAdmin.changed': 'user',
  'subAdmin.activated': 'user',
  'subAdmin.deactivated': 'user',
  'subAdmin.removed': 'user',
  'tenant.created': 'tenant',
  'tenant.imported': 'tenant',
  'settings.changed': 'tenant',
  'settings.logoChanged': 'tenant',
  'settings.signInChanged': 'tenant',
  'access.changed': 'tenant',
  'infoPage.saved': 'infoPage',
  'infoPage.restored': 'infoPage',
  'message.retried': 'message',
  'export.made': 'report',
  'site.created': 'site',
  'site.changed': 'site',
  'site.activated': 'site',
  'site.deactivated': 'site',
  'site.deleted': 'site',
  'site.restored': 'site',
  'site.holidayAdded': 'site',
  'site.holidayRemoved': 'site',
  'site.logoChanged': 'site',
  'site.planAdded': 'site',
  'site.planChanged': 'site',
  'site.planRemoved': 'site',
  'site.ordersPublished': 'site',
  'guard.created': 'guard',
  'guard.changed': 'guard',
  'guard.activated': 'guard',
  'guard.deactivated': 'guard',
  'guard.deleted': 'guard',
  'guard.restored': 'guard',
  'guard.secretIssued': 'guard',
  'guard.signedIn': 'guard',
  'guard.signInRefused': 'guard',
  'guard.imported': 'guard',
  'guard.dutyClosed': 'guard',
  'guard.dutyReopened': 'guard',
  'guard.sosAcknowledged': 'guard',
  'guard.sosResolved': 'guard',
  'guard.exported': 'guard',
  'guard.erased': 'guard',
  'checkpoint.created': 'checkpoint',
  'checkpoint.changed': 'checkpoint',
  'checkpoint.questionsChanged': 'checkpoint',
  'checkpoint.activated': 'checkpoint',
  'checkpoint.deactivated': 'checkpoint',
  'checkpoint.deleted': 'checkpoint',
  'checkpoint.restored': 'checkpoint',
  'checkpoint.imported': 'checkpoint',
  'checkpoint.codeReissued': 'checkpoint',
  'checkpoint.screenOffered': 'checkpoint',
  'checkpoint.screenPaired': 'checkpoint',
  'checkpoint.screenRevoked': 'checkpoint',
  'checkpoint.labelsPrinted': 'checkpoint',
  'shift.created': 'shift',
  'shift.changed': 'shift',
  'shift.activated': 'shift',
  'shift.deactivated': 'shift',
  'shift.deleted': 'shift',
  'shift.restored': 'shift',
  'patrolRoute.created': 'patrolRoute',
  'patrolRoute.changed': 'patrolRoute',
  'patrolRoute.activated': 'patrolRoute',
  'patrolRoute.deactivated': 'patrolRoute',
  'patrolRoute.deleted': 'patrolRoute',
  'patrolRoute.restored': 'patrolRoute',
  'patrolTour.created': 'patrolTour',
  'patrolTour.changed': 'patrolTour',
  'patrolTour.activated': 'patrolTour',
  'patrolTour.deactivated': 'patrolTour',
  'patrolTour.deleted': 'patrolTour',
  'patrolTour.restored': 'patrolTour',
  'patrolTour.roundExcused': 'patrolTour',
  'incident.created': 'incident',
  'incident.changed': 'incident',
  'exception.taken': 'exception',
  'exception.assigned': 'exception',
  'exception.closed': 'exception',
  'exception.reopened': 'exception',
  'exception.commented': 'exception',
  'exception.fileAdded': 'exception',
  'scheduledReport.created': 'scheduledReport',
  'scheduledReport.changed': 'scheduledReport',
  'scheduledReport.activated': 'scheduledReport',
  'scheduledReport.deactivated': 'scheduledReport',
  'scheduledReport.deleted': 'scheduledReport',
  'scheduledReport.restored': 'scheduledReport',
  'scheduledReport.previewed': 'scheduledReport',
  'scheduledReport.tested': 'scheduledReport',
  'scheduledReport.sent': 'scheduledReport',
  'scheduledReport.retried': 'scheduledReport',
  'scheduledReport.linksRevoked': 'scheduledReport',
  'scheduledReport.unsubscribed': 'scheduledReport',
  'scheduledReport.subscribedAgain': 'scheduledReport',
  'device.renamed': 'device',
  'device.revoked': 'device',
  'device.wipeAsked': 'device',
  'device.allowed': 'device',
  'device.wiped': 'device',
} as const satisfies Record<string, AuditSubject>;

export type AuditAction = keyof typeof auditActions;

export function isAuditAction(name: string): name is AuditAction {
  return Object.hasOwn(auditActions, name);
}

export const auditActionNames: readonly AuditAction[] = Object.keys(auditActions).filter(isAuditAction);

/** The actions done to records of a kind. */
export function actionsOn(subject: AuditSubject): readonly AuditAction[] {
  return auditActionNames.filter((action) => auditActions[action] === subject);
}

/** What an export is made of, as its entry names it. */
export const auditReports = [
  'scannedCheckpoints',
  'loginLogout',
  'auditLog',
  ...listAreas,
  'evidence',
] as const;

/** Entries of a filter are counted exactly up to this many; beyond it the log says "more than". */
export const auditCountMax = 10_000;
/** A search that matches more people and records than this asks for more letters. */
export const auditSearchNamesMax = 50;
export const auditPageSize = 30;
