// How long rounds are kept, in English.
export const enRetention = {
  'settings.retention': 'Retention',
  'retention.title': 'How long rounds are kept',
  'retention.text':
    'Nothing is ever deleted unless you say so here. Rounds older than you choose go into an archive, a month at a time, and then out of Watchpost.',
  'retention.choice': 'Rounds',
  'retention.all': 'Keep everything',
  'retention.some': 'Keep for some months',
  'retention.months': 'Whole months besides the current one',
  'retention.monthsHelp': 'From {min} to {max}. Months begin at midnight UTC.',
  'retention.boundary': 'As of today, rounds that began before {date} would go.',
  'retention.starts': 'The first ones go in the night after {date}. Until then you can take it back here.',
  'retention.startsOnSave': 'After saving, nothing goes for 7 days, in which you can take it back here.',
  'retention.oldest': 'The oldest round began on {date}.',
  'retention.none': 'There are no rounds yet.',
  'retention.meaning': 'What it means for older rounds',
  'retention.goesTitle': 'What goes',
  'retention.goes':
    'Rounds with their scans, answers, starts and ends; rounds that were due; closed exceptions about them. They leave lists, exports and the figures of the dashboard.',
  'retention.staysTitle': 'What stays',
  'retention.stays':
    'A round with an open exception, incident or call for help, or with a file attached to its exception, stays until that is settled. Duties, incidents, calls for help, handover notes and the audit log are not touched. The log of evidence keeps the seal of every record.',
  'retention.archiveTitle': 'What you have then',
  'retention.archive':
    'An archive of each month: all rows, and evidence files that anybody can check without Watchpost. It is read back and compared before anything goes. Archives are never deleted; they cannot be put back into the lists.',
  'retention.archives': 'Archives',
  'retention.noArchives': 'No archives yet',
  'retention.noArchivesWhy': 'An archive is made before the rounds of a month go.',
  'retention.rounds': 'Rounds',
  'retention.held': 'Stayed',
  'retention.writing': 'Being written; nothing has gone',
  'retention.verified': 'Checked; rounds are going',
  'retention.removed': 'Archived {date}',
  'retention.rowsFile': 'Rows {no} ({size} MB)',
  'retention.evidenceFile': 'Evidence {no} ({size} MB)',
  'retention.sha256': 'Checksum SHA-256 {hash}',
  months_to_keep: 'Choose a whole number of months within the range.',
} as const;
