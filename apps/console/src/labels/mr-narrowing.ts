import type { enNarrowing } from './en-narrowing.ts';
import { translationOf } from './translation.ts';

export const mrNarrowing = translationOf<typeof enNarrowing>()({
  'narrow.inProgress': 'चालू',
  'narrow.incompleted': 'अपूर्ण',
  'narrow.completed': 'पूर्ण',
  'narrow.ended': 'संपलेल्या',
  'narrow.window': 'वेळ',
  'narrow.until': '{to} पर्यंत',
  'narrow.since': '{from} पासून',
  'narrow.guard': 'गार्ड',
  'narrow.missed': 'चुकलेला चेकपॉइंट',
  'narrow.weekday': 'वार',
  'narrow.hour': 'तास',
  'narrow.one': 'फक्त एक',
  'narrow.outcome': 'परिणाम',
  'outcome.onTime': 'वेळेवर झाली',
  'outcome.doneLate': 'उशिरा झाली',
  'outcome.incomplete': 'अपूर्ण',
  'outcome.missed': 'चुकली',
  'outcome.excused': 'माफ',
  'outcome.underWay': 'चालू',
  'outcome.waiting': 'सुरू व्हायची',
  'outcome.judged': 'निश्चित',
});
