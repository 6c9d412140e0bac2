/** Stored rich text, shown. Load it lazily: it brings the sanitiser. */
import { useEffect, useRef } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { cleanFragment } from './clean-html.ts';
import styles from './rich-html.module.css';

export default function RichHtml({
  html,
  className,
}: {
  readonly html: string;
  readonly className?: string;
}) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.replaceChildren(cleanFragment(html)), [html]);
  return <div ref={container} className={classNames(styles.text, className)} />;
}
