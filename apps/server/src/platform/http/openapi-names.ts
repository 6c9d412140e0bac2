// What the schemas of the API's description are called.

/** What a schema may be called after. */
export interface Nameable {
  /** Everywhere that it was found, e.g. 'listSites.reply.data[]'. */
  readonly positions: readonly string[];
  /** The best first within each place. */
  readonly names: readonly string[];
}

/** By where one finds them; of all others the rule below makes the name. */
export const chosenNames: Readonly<Record<string, string>> = {
  'sendFieldEvent.reply': 'AcceptedEvent',
  'beginFirstAuthenticator.reply': 'AuthenticatorSecret',
  'getServiceArea.reply.centre': 'Position',
  'saveTenantSettings.body.settings.mapCentre': 'PositionInput',
  'getDashboard.reply.incidents.closed': 'CountAndMedian',
  'createScheduledReport.body.contents[]': 'ReportContent',
  'getDashboard.reply.due.now': 'DueRoundCounts',
  'getDashboard.reply.rounds.now': 'RoundCounts',
  'getDashboard.reply.span': 'DashboardSpan',
  'getDashboard.reply.span.previous': 'TimeRange',
  'assignExceptions.reply': 'ChangedExceptions',
  'getException.reply.exception.kind': 'ExceptionKind',
  'getException.reply.exception.outcome': 'ExceptionOutcome',
  'sendFieldSos.reply': 'Receipt',
  'addFirstPasskey.reply': 'FirstFactorSession',
  'signIn.reply': 'SignedInView',
  'getUserMetadata.reply.user': 'SignedInUser',
  'getUserMetadata.reply.menu[]': 'MenuEntry',
  'getEvidenceGrowth.reply.head': 'LogHead',
  'assignIncident.reply': 'RecordVersion',
  'getIncident.reply.incident': 'Incident',
  'createIncident.body.type': 'IncidentType',
  'getFieldPlan.reply.routes[].checkpoints[].questions.questions[].kind': 'QuestionKind',
  'inviteSubAdmin.reply': 'RecordId',
  'checkCheckpointImport.body.mapping': 'CheckpointImportMapping',
  'exportSites.query.format': 'ExportFormat',
  'exportScannedCheckpoints.query.doubt': 'DoubtFilter',
  'exportScannedCheckpoints.query.status': 'RoundStatusFilter',
  'listReportRuns.reply.data[].state': 'ReportRunState',
  'listSentMail.reply.data[]': 'SentMail',
  'checkGuardImport.body.mapping': 'GuardImportMapping',
  'uploadCheckpointImport.reply.state': 'ImportState',
  'uploadGuardImport.reply.counts': 'ImportCounts',
  'getInfoPage.reply.id': 'InfoPageId',
  'getScannedCheckpoints.reply.points[].scan.method': 'ScannedBy',
  'getScannedCheckpoints.reply.points[].scan.flags[]': 'ScanFlag',
  'requestSignupOtp.body': 'OtpRequest',
  'askPasskey.reply': 'PasskeyCreation',
  'addPasskey.body.response': 'PasskeyResponse',
  'getNotificationPreferences.reply.preferences[]': 'NoticePreference',
  'getNotificationPreferences.reply.preferences[].kind': 'NoticeKind',
  'sendFieldEvent.body.event.proof': 'EventProof',
  'createTour.body.schedule': 'TourSchedule',
  'getLoginLogout.reply.session': 'DutySession',
  'getTrustSettings.reply.settings': 'TrustThresholds',
  'setSiteStatus.body': 'StatusChange',
  'getSosCall.reply.call': 'SosCall',
  'listSosCalls.reply': 'SosCallPage',
  'listDueRounds.reply.data[].status': 'DueRoundStatus',
  'createScheduledReport.body.timing': 'ReportTiming',
  'acknowledgeSos.reply.position': 'SosPosition',
  'fieldSignIn.body.enrolment.vouchers[]': 'KeySignature',
  'listHeadWitnesses.reply.witnesses[].state': 'ConsentState',
  'signOut.reply': 'Done',
  'deleteSite.reply': 'ChangedRecords',
  'restoreSites.body': 'ChosenRecords',
  'listDevices.reply.data[].status': 'DeviceStatus',
};

const parts = (text: string): string[] => text.split(/[\s-]+|(?=[A-Z])/).filter((part) => part !== '');

/** E.g. 'SiteManager' of 'site manager'. */
export const pascalCase = (text: string): string =>
  parts(text)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');

const exceptions: Readonly<Record<string, string>> = {
  people: 'person',
  status: 'status',
  addresses: 'address',
  sos: 'sos',
};

/** Of the last word. */
export function singular(text: string): string {
  const [, before = '', last = ''] = /^(.*?)([A-Z]?[a-z]*)$/.exec(text) ?? [];
  const known = exceptions[last.toLowerCase()];
  if (known !== undefined) return before + (before === '' ? known : pascalCase(known));
  if (last.endsWith('ies')) return `${before}${last.slice(0, -3)}y`;
  return last.endsWith('s') && !last.endsWith('ss') ? `${before}${last.slice(0, -1)}` : text;
}

/** What an operation is about: its name without the verb. */
export function nounOf(operationId: string): string {
  const [, ...rest] = parts(operationId);
  return rest.join('') || operationId;
}

/** The one that is chosen, else the one met most often, the shortest first; numbered where none is free. */
export function schemaName({ positions, names }: Nameable, taken: ReadonlySet<string>): string {
  const counts = new Map<string, number>();
  for (const name of names.map(pascalCase)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const inOrder = [...counts]
    .toSorted(([one, many], [other, more]) => more - many || one.length - other.length)
    .map(([name]) => name);
  const chosen = positions.flatMap((position) => chosenNames[position] ?? []);
  const free = [...chosen, ...inOrder].find((name) => !taken.has(name));
  if (free !== undefined) return free;
  const [first = 'Schema'] = inOrder;
  let no = 2;
  while (taken.has(`${first}${no}`)) no += 1;
  return `${first}${no}`;
}
