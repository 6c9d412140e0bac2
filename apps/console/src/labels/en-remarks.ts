// Texts of answers and notes on the page of a round.
export const enRemarks = {
  'remarks.title': 'Answers and notes',
  'remarks.exportAs': 'Answers and notes (.{type})',
  'remarks.note': 'Note',
  'remarks.outOfLimits': 'Out of limits',
  'remarks.reported': 'Incident',
  'remarks.unfit': 'Not as asked',
  'remarks.within': 'in order: {limits}',
  'remarks.unasked': 'A question that is no longer known',
  'remarks.toIncident': 'Open the incident',
  'remarks.yes': 'Yes',
  'remarks.no': 'No',
  'remarks.limits': '{min} to {max}',
} as const;
