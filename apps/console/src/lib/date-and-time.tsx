import styles from './date-and-time.module.css';

/** A date with a time of day, as the tenant writes them: where there is no room for both, the time is not torn apart. */
export function DateAndTime({ text }: { readonly text: string }) {
  const timeAt = text.search(/\d{1,2}:\d{2}/);
  if (timeAt <= 0) return text;
  return (
    <>
      {text.slice(0, timeAt)}
      <span className={styles.time}>{text.slice(timeAt)}</span>
    </>
  );
}
