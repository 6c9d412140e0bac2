// When a round was due, as its site's clocks show it.
import { languageOf, localeOf } from '@watchpost/domain/languages';

type Params = Readonly<Record<string, string | number>>;

/** The time in the same digits in every language, as consoles have it, and the day in the reader's; '' where none is told. */
export function dueWords({ dueAtMs, timeZone, hourCycle }: Params, language: string): string {
  if (typeof dueAtMs !== 'number' || typeof timeZone !== 'string') return '';
  const counted = hourCycle === 'h23' ? 'h23' : 'h12';
  const clock = new Intl.DateTimeFormat('en-US', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: counted,
    timeZone,
  });
  const locale = localeOf(languageOf(language) ?? 'en');
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone });
  return `${clock.format(dueAtMs).replace(/\s/, ' ')}, ${day.format(dueAtMs)}`;
}
