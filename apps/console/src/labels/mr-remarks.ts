// Texts of answers and notes in Marathi: the keys of en-remarks.ts.
import type { enRemarks } from './en-remarks.ts';

export const mrRemarks: Readonly<Record<keyof typeof enRemarks, string>> = {
  'remarks.title': 'उत्तरे आणि टिपा',
  'remarks.exportAs': 'उत्तरे आणि टिपा (.{type})',
  'remarks.note': 'टीप',
  'remarks.outOfLimits': 'मर्यादेबाहेर',
  'remarks.reported': 'घटना',
  'remarks.unfit': 'विचारल्याप्रमाणे नाही',
  'remarks.within': 'योग्य: {limits}',
  'remarks.unasked': 'आता माहीत नसलेला प्रश्न',
  'remarks.toIncident': 'घटना उघडा',
  'remarks.yes': 'होय',
  'remarks.no': 'नाही',
  'remarks.limits': '{min} ते {max}',
};
