/* oxlint-disable jsx-a11y/prefer-tag-over-role -- an img element cannot hold a drawing */
import { encode } from 'uqr';
import styles from './sign-in-factors.module.css';

/** Light around the code, which readers need to find it. */
const marginModules = 4;

/** Drawn here: the text, which is a secret, goes to no one. Dark on light in either colour scheme. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: 0 });
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x + marginModules} ${y + marginModules}h1v1h-1z`] : [])),
  );
  const side = size + 2 * marginModules;
  return (
    <svg className={styles.qr} viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label}>
      <rect width={side} height={side} fill="#ffffff" />
      <path d={dark.join('')} fill="#000000" shapeRendering="crispEdges" />
    </svg>
  );
}
