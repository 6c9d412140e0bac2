// A person's data exported and erased, in English.
export const enPersonalData = {
  'personalData.title': 'Personal data',
  'personalData.text':
    'Who this person is, and everything that was recorded of the guard: to be handed over on request, or erased once the guard has left.',
  'personalData.export': 'Export data',
  'personalData.erase': 'Erase personal data',
  'personalData.activeHint': 'Data can be erased once the guard is deactivated.',
  'personalData.erasedOn':
    'The personal data of this guard was erased on {time}. What was recorded stays, under the name that stands in its place.',
  'personalData.eraseTitle': 'Erase the personal data of {name}?',
  'personalData.goesTitle': 'What goes',
  'personalData.goes':
    'Name, employee ID, mobile number, email and photo, the field secret and all sessions, the names of phones that nobody else used, and this person’s name in the audit log, in notifications and in the history of incidents and calls for help. Nothing brings it back.',
  'personalData.staysTitle': 'What stays, and why',
  'personalData.stays':
    'Rounds, scans with their times and positions, duties, incidents and what was written in them, under a pseudonym: they are the company’s evidence of its work. The log of evidence stays verifiable and records this erasure.',
  'personalData.elsewhereTitle': 'What you have to see to yourself',
  'personalData.elsewhere':
    'Wipe the guard’s phones first. Files that were exported or mailed, archives of old months and backups are as they were when they were made; after a restore, the erasure is repeated.',
  'personalData.typeId': 'To confirm, type the employee ID {employeeId}',
  'personalData.otherId': 'This is not the employee ID of this guard.',
  'personalData.eraseForGood': 'Erase for good',
  'personalData.done': 'The personal data was erased.',
  'audit.action.guard.exported': 'Guard’s data exported',
  'audit.action.guard.erased': 'Guard’s personal data erased',
} as const;
