import type { enNarrowing } from './en-narrowing.ts';
import { translationOf } from './translation.ts';

export const hiNarrowing = translationOf<typeof enNarrowing>()({
  'narrow.inProgress': 'जारी',
  'narrow.incompleted': 'अधूरी',
  'narrow.completed': 'पूरी',
  'narrow.ended': 'समाप्त',
  'narrow.window': 'समय',
  'narrow.until': '{to} तक',
  'narrow.since': '{from} से',
  'narrow.guard': 'गार्ड',
  'narrow.missed': 'छूटा चेकपॉइंट',
  'narrow.weekday': 'वार',
  'narrow.hour': 'घंटा',
  'narrow.one': 'केवल एक',
  'narrow.outcome': 'परिणाम',
  'outcome.onTime': 'समय पर की गई',
  'outcome.doneLate': 'देर से की गई',
  'outcome.incomplete': 'अधूरी',
  'outcome.missed': 'छूटी',
  'outcome.excused': 'माफ़',
  'outcome.underWay': 'जारी',
  'outcome.waiting': 'शुरू होना बाकी',
  'outcome.judged': 'तय',
});
