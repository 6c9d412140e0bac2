/** A week by days and hours, whose blocks are moved and resized by pointer and by keys. */
import type { CSSProperties } from 'react';
import { useRef } from 'react';
import { classNames } from '../class-names.ts';
import { CalendarBlockButton } from './calendar-block.tsx';
import { inLanes } from './lanes.ts';
import styles from './week-calendar.module.css';
import type { CalendarDay, WeekCalendarProps } from './week-calendar-types.ts';

/** Pixels of an hour; the style sheet has the same. */
const hourPx = 40;

type Vars = CSSProperties & Record<`--${string}`, string | number>;

export function WeekCalendar(props: WeekCalendarProps) {
  const { label, days, blocks, shownDay, onShowDay } = props;
  const body = useRef<HTMLDivElement>(null);
  const height = (Math.max(...days.map(({ minutes }) => minutes)) / 60) * hourPx;
  const placed = days.flatMap((_day, index) => inLanes(blocks.filter(({ day }) => day === index)));
  // The same order whatever their places, so that a block that moves keeps the focus.
  const inOrder = placed.toSorted((one, other) => one.block.id.localeCompare(other.block.id));
  const sizes: Vars = { height: `${height}px`, '--days': days.length };
  return (
    <section className={styles.calendar} aria-label={label}>
      <div className={styles.head}>
        {days.map((day, index) => (
          <button
            key={day.id}
            type="button"
            className={styles.dayHead}
            aria-pressed={index === shownDay}
            onClick={() => onShowDay(index)}
          >
            {day.label}
            {day.note !== undefined && <span className={styles.note}>{day.note}</span>}
          </button>
        ))}
      </div>
      <div className={styles.frame}>
        <Axis day={days.find(({ minutes }) => minutes === 1440) ?? days[0]} />
        <div ref={body} className={styles.body} style={sizes}>
          {days.map((day, index) => (
            <Column key={day.id} day={day} index={index} isShown={index === shownDay} />
          ))}
          {inOrder.map(({ block, lane, lanes }) => (
            <CalendarBlockButton
              key={block.id}
              {...{ block, lane, lanes, body, hourPx }}
              dayCount={days.length}
              isShown={block.day === shownDay}
              handlers={props}
            />
          ))}
        </div>
      </div>
    </section>
  );
}

function Axis({ day }: { day: CalendarDay | undefined }) {
  return (
    <div className={styles.axis} aria-hidden>
      {day?.ticks.map(({ minute, label }) => (
        <span key={minute} style={{ top: `${(minute / 60) * hourPx}px` }}>
          {label}
        </span>
      ))}
    </div>
  );
}

/** A day that is not of 24 hours has its own hours in it. */
function Column({ day, index, isShown }: { day: CalendarDay; index: number; isShown: boolean }) {
  const place: Vars = { '--day': index, height: `${(day.minutes / 60) * hourPx}px` };
  return (
    <div className={classNames(styles.column, isShown && styles.shown)} style={place}>
      {day.minutes !== 1440 &&
        day.ticks.map(({ minute, label }) => (
          <span key={minute} className={styles.ownTick} style={{ top: `${(minute / 60) * hourPx}px` }}>
            {label}
          </span>
        ))}
    </div>
  );
}
