// Texts of answers and notes in Hindi: the keys of en-remarks.ts.
import type { enRemarks } from './en-remarks.ts';

export const hiRemarks: Readonly<Record<keyof typeof enRemarks, string>> = {
  'remarks.title': 'उत्तर और नोट',
  'remarks.exportAs': 'उत्तर और नोट (.{type})',
  'remarks.note': 'नोट',
  'remarks.outOfLimits': 'सीमा से बाहर',
  'remarks.reported': 'घटना',
  'remarks.unfit': 'प्रश्न के अनुसार नहीं',
  'remarks.within': 'ठीक: {limits}',
  'remarks.unasked': 'ऐसा प्रश्न जो अब ज्ञात नहीं',
  'remarks.toIncident': 'घटना खोलें',
  'remarks.yes': 'हाँ',
  'remarks.no': 'नहीं',
  'remarks.limits': '{min} से {max}',
};
