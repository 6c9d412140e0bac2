import styles from './night-map.module.css';

const walked = 'M84 520 L84 404 L196 404 L196 268 L332 268 L332 372';
const ahead = 'M332 372 L332 452 L456 452 L456 180 L332 180';
const passed = [
  [84, 520],
  [84, 404],
  [196, 404],
  [196, 268],
  [332, 268],
] as const;
const waiting = [
  [332, 452],
  [456, 452],
  [456, 316],
  [456, 180],
  [332, 180],
] as const;
const buildings = [
  [120, 440, 120, 84],
  [36, 300, 124, 68],
  [232, 304, 64, 220],
  [232, 120, 64, 112],
  [372, 216, 48, 200],
  [368, 488, 132, 64],
  [36, 96, 160, 136],
  [492, 96, 72, 356],
  [332, 72, 124, 72],
] as const;

/** A site by night with a round half walked: decoration beside the form. */
export function NightMap() {
  return (
    <div className={styles.night} aria-hidden>
      <svg viewBox="0 0 600 600" preserveAspectRatio="xMidYMid slice" className={styles.map}>
        <g className={styles.buildings}>
          {buildings.map(([x, y, width, height]) => (
            <rect key={`${x}-${y}`} x={x} y={y} width={width} height={height} rx="4" />
          ))}
        </g>
        <path d={ahead} className={styles.ahead} />
        <path d={walked} className={styles.walked} />
        {passed.map(([x, y]) => (
          <circle key={`${x}-${y}`} cx={x} cy={y} r="7" className={styles.passed} />
        ))}
        {waiting.map(([x, y]) => (
          <circle key={`${x}-${y}`} cx={x} cy={y} r="7" className={styles.waiting} />
        ))}
        <circle cx="332" cy="372" r="22" className={styles.halo} />
        <circle cx="332" cy="372" r="8" className={styles.guard} />
      </svg>
    </div>
  );
}
