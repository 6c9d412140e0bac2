// A floor plan of a model site, drawn again at every seeding: a building of eight rooms within a fence.
import type { PlanPoint } from '@watchpost/domain/floor-plans';
import type { Checkpoint, Site } from './patrol-model/company.ts';

const width = 1_600;
const height = 1_000;
/** Left and right walls of the rooms, and the upper and lower ones of both rows. */
const walls = [340, 570, 800, 1_030, 1_260] as const;
const rows = [
  { top: 250, bottom: 455 },
  { top: 545, bottom: 750 },
] as const;
const door = 60;

const line = (x1: number, y1: number, x2: number, y2: number) => `M${x1} ${y1}L${x2} ${y2}`;

/** Each room opens to the corridor in the middle. */
function roomWalls(): string {
  const parts = rows.flatMap(({ top, bottom }, row) => {
    const corridor = row === 0 ? bottom : top;
    return walls.slice(0, -1).flatMap((left, at) => {
      const right = walls[at + 1] ?? left;
      const middle = (left + right) / 2;
      return [
        line(right, top, right, bottom),
        line(left, corridor, middle - door / 2, corridor),
        line(middle + door / 2, corridor, right, corridor),
      ];
    });
  });
  return parts.join('');
}

const trees = [90, 210, 330, 1_290, 1_410, 1_510]
  .flatMap((x, at) => [
    `<circle cx="${x}" cy="${110 + (at % 2) * 60}" r="34"/>`,
    `<circle cx="${x}" cy="${900 - (at % 2) * 50}" r="28"/>`,
  ])
  .join('');

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
  <rect width="${width}" height="${height}" fill="#ffffff"/>
  <rect x="40" y="40" width="1520" height="920" rx="12" fill="#f2f5ee" stroke="#7d8b75" stroke-width="6" stroke-dasharray="26 12"/>
  <g fill="#d5e3cc">${trees}</g>
  <rect x="700" y="750" width="200" height="210" fill="#e6e4df"/>
  <rect x="740" y="944" width="120" height="32" fill="#ffffff"/>
  <rect x="340" y="250" width="920" height="500" fill="#ffffff"/>
  <rect x="340" y="455" width="920" height="90" fill="#f1f0ec"/>
  <g fill="none" stroke="#33414a">
    <path stroke-width="12" stroke-linejoin="round" d="M760 750H340V250H1260V750H840"/>
    <path stroke-width="6" d="${roomWalls()}"/>
  </g>
  <g fill="none" stroke="#9aa7ae" stroke-width="3">
    <path d="M355 640h60v90h-60zM1185 270h60v90h-60zM600 690h170v45h-170zM840 265h170v45h-170z"/>
  </g>
</svg>`;

export async function drawFloorPlan(): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(drawing)).png().toBuffer();
}

/** Inside, two to a room; outside, around the building by where they really lie. */
export function planPositions({
  checkpoints,
  latitude,
  longitude,
}: Site): (PlanPoint & { readonly id: string })[] {
  const angle = (point: Checkpoint) => Math.atan2(point.latitude - latitude, point.longitude - longitude);
  const inside = checkpoints.filter(({ setting }) => setting !== 'outdoor');
  const outside = checkpoints
    .filter(({ setting }) => setting === 'outdoor')
    .toSorted((one, other) => angle(one) - angle(other));
  const roomsAcross = walls.length - 1;
  const cells = roomsAcross * rows.length;
  return [
    ...inside.slice(0, cells * 2).map(({ checkpointId: id }, at) => {
      const [column, row] = [at % roomsAcross, Math.floor(at / roomsAcross) % rows.length];
      const [left = 0, right = 0] = walls.slice(column, column + 2);
      const { top, bottom } = rows[row === 0 ? 0 : 1];
      // In neighbouring rooms at other heights, so that no name stands on another.
      const share = (column % 2 === 0 ? 0.25 : 0.48) + (at < cells ? 0 : 0.42);
      return { id, ...tidy((left + right) / 2 - 75, top + (bottom - top) * share) };
    }),
    ...outside.map(({ checkpointId: id }, at) => {
      const angle = (at / outside.length) * 2 * Math.PI;
      return { id, ...tidy(width / 2 + Math.cos(angle) * 700, height / 2 - Math.sin(angle) * 370) };
    }),
  ];
}

const tidy = (x: number, y: number): PlanPoint => ({
  x: Math.round((x / width) * 1_000) / 1_000,
  y: Math.round((y / height) * 1_000) / 1_000,
});
