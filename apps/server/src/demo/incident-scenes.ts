// Pictures of what guards report, drawn again at every seeding: shapes under a phone's blur, grain and bad light.
import type { Scene } from './patrol-model/incident-stories.ts';
import type { Random } from './patrol-model/random.ts';

const width = 1_024;
const height = 768;

type Draw = (random: Random) => string;

const many = (count: number, draw: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => draw(at)).join('');
const px = (random: Random, min: number, max: number): string => random.between(min, max).toFixed(0);

/** A room seen along its length: wall, floor and where they meet. */
const interior = (wall: string, floor: string): string =>
  `<rect width="1024" height="470" fill="${wall}"/><rect y="470" width="1024" height="298" fill="${floor}"/>
  <rect y="462" width="1024" height="12" fill="#0004"/>`;

const fence: Draw = (random) => {
  const hole = 380 + random.integer(0, 220);
  const wires = many(40, (at) => {
    const x = at * 40 - 400;
    return `<path d="M${x} 0l620 768M${x + 620} 0l-620 768"/>`;
  });
  return `<rect width="1024" height="768" fill="#3c4636"/><rect y="560" width="1024" height="208" fill="#5b5138"/>
    <g filter="url(#soft)">${many(30, () => `<circle cx="${px(random, 0, 1024)}" cy="${px(random, 300, 620)}" r="${px(random, 30, 90)}" fill="#2f4a2a"/>`)}</g>
    <g stroke="#aab2b6" stroke-width="5" fill="none">${wires}</g>
    <path d="M${hole} 330l70 60 60-80 90 110 20 150-60 110-150 20-80-90 10-160z" fill="#20281c"/>
    <path d="M${hole} 330l70 60 60-80 90 110 20 150" stroke="#d5dadc" stroke-width="9" fill="none"/>
    <rect x="60" width="26" height="768" fill="#6f7679"/><rect x="930" width="26" height="768" fill="#6f7679"/>`;
};

const glass: Draw = (random) => {
  const [x, y] = [random.integer(420, 600), random.integer(240, 330)];
  const cracks = many(18, (at) => {
    const angle = (at / 18) * 2 * Math.PI + random.between(-0.15, 0.15);
    const end = (far: number) =>
      `${(x + Math.cos(angle) * far).toFixed(0)} ${(y + Math.sin(angle) * far).toFixed(0)}`;
    return `<path d="M${end(random.between(20, 60))}L${end(random.between(120, 190))}L${end(random.between(210, 270))}"/>`;
  });
  return `${interior('#c9c4b4', '#8b8579')}<rect x="150" y="40" width="720" height="560" fill="#5f7f93"/>
    <rect x="180" y="70" width="660" height="500" fill="#7fa3b8"/><path d="M180 570l260-500h120l-260 500z" fill="#ffffff30"/>
    <path d="M${x} ${y}l-50-40 70-40 60 50-30 60z" fill="#27343c"/>
    <g stroke="#e9f3f7" stroke-width="4" fill="none">${cracks}</g>
    ${many(26, () => `<path d="M${px(random, 180, 850)} ${px(random, 620, 750)}l${px(random, 8, 40)} -${px(random, 6, 24)} 6 30z" fill="#dcebf2"/>`)}`;
};

const water: Draw = (random) =>
  `${interior('#b9b6ab', '#76716a')}<g stroke="#5f5b55" stroke-width="4">${many(7, (at) => `<path d="M${at * 180 - 40} 474l${(at - 3) * 90} 294"/>`)}</g>
    <rect x="${random.integer(640, 760)}" width="44" height="470" fill="#8d8f90"/><rect x="610" y="300" width="220" height="30" fill="#7c7e80"/>
    <ellipse cx="${px(random, 480, 620)}" cy="620" rx="${px(random, 330, 420)}" ry="100" fill="#4d5a63"/>
    <ellipse cx="${px(random, 420, 560)}" cy="600" rx="210" ry="40" fill="#c3d3dc90"/>
    ${many(14, () => `<ellipse cx="${px(random, 200, 850)}" cy="${px(random, 560, 720)}" rx="${px(random, 6, 30)}" ry="6" fill="#d5e3ea70"/>`)}
    <path d="M300 470l40-150 40 150z" fill="#e2672a"/><path d="M322 388h36l12 40h-60z" fill="#f2efe6"/>`;

const smoke: Draw = (random) =>
  `${interior('#7b766c', '#4b4742')}<rect x="330" y="120" width="330" height="350" fill="#565b5e"/><rect x="480" y="130" width="6" height="330" fill="#2c2f31"/>
    <path d="M340 130h300l-60 180-80-40-90 70z" fill="#17140f"/>
    <circle cx="${px(random, 430, 560)}" cy="250" r="60" fill="#f08a24c0"/><circle cx="480" cy="240" r="30" fill="#ffd27ae0"/>
    <g filter="url(#soft)">${many(34, () => `<circle cx="${px(random, 240, 800)}" cy="${px(random, 0, 330)}" r="${px(random, 40, 130)}" fill="#c9c6c148"/>`)}</g>
    <rect x="760" y="300" width="70" height="170" rx="30" fill="#b3261e"/><rect x="785" y="270" width="20" height="34" fill="#222"/>`;

const boxes: Draw = (random) =>
  `${interior('#d3cdbd', '#9b958a')}<rect x="300" y="70" width="380" height="400" fill="#6d7f78"/><rect x="320" y="290" width="340" height="16" fill="#c8ced0"/>
    <rect x="400" y="12" width="180" height="46" fill="#1f8a4c"/><path d="M430 35h80m-24-14l26 14-26 14" stroke="#fff" stroke-width="7" fill="none"/>
    ${many(9, (at) => {
      const [x, y] = [180 + (at % 4) * 165 + random.integer(-18, 18), 560 - Math.floor(at / 4) * 150];
      return `<rect x="${x}" y="${y}" width="158" height="146" fill="${random.pick(['#b58a55', '#a87c48', '#c19a67'])}"/>
        <rect x="${x + 66}" y="${y}" width="26" height="146" fill="#d9c397"/><path d="M${x} ${y}h158v146h-158z" stroke="#6b4d27" stroke-width="3" fill="none"/>`;
    })}`;

const panel: Draw = (random) =>
  `${interior('#a9aba6', '#6a6a66')}<rect x="300" y="60" width="360" height="480" fill="#3a3f43"/><path d="M660 60l190-40v560l-190-40z" fill="#8b9297"/>
    <path d="M830 260l14 6v60l-14-6z" fill="#2b2e30"/>
    ${many(3, (row) => many(7, (at) => `<rect x="${325 + at * 46}" y="${100 + row * 120}" width="36" height="66" fill="${random.pick(['#e9e6dd', '#d7d4cb', '#1d1f21'])}"/>`))}
    ${many(11, (at) => `<path d="M${330 + at * 30} 420c${px(random, -60, 60)} 40 ${px(random, -60, 60)} 70 ${px(random, -50, 50)} 130" stroke="${random.pick(['#c0392b', '#2e6db4', '#d9b52b', '#222'])}" stroke-width="8" fill="none"/>`)}
    <path d="M690 140l46 82h-92z" fill="#f4c21f" stroke="#222" stroke-width="6"/>`;

const scenes: Readonly<Record<Scene, Draw>> = { fence, glass, water, smoke, boxes, panel };

/** A JPEG of 1024x768; the same stream of chance draws the same picture. */
export async function drawScene(scene: Scene, random: Random): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const tilt = random.between(-4, 4).toFixed(1);
  const dark = random.between(0.25, 0.5).toFixed(2);
  const [x, y] = [px(random, 35, 65), px(random, 35, 60)];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="40 30 944 708" width="${width}" height="${height}">
    <defs><radialGradient id="flash" cx="${x}%" cy="${y}%" r="75%"><stop offset="0.3" stop-color="#fff" stop-opacity="0.08"/>
    <stop offset="1" stop-color="#000" stop-opacity="${dark}"/></radialGradient>
    <filter id="soft"><feGaussianBlur stdDeviation="24"/></filter></defs>
    <g transform="rotate(${tilt} 512 384) translate(-51 -38) scale(1.1)">${scenes[scene](random)}</g>
    <rect width="1024" height="768" fill="url(#flash)"/></svg>`;
  return sharp(Buffer.from(svg))
    .flatten()
    .blur(1.2)
    .composite([
      { input: grain(random), raw: { width: grainSide, height: grainSide, channels: 4 }, tile: true },
    ])
    .jpeg({ quality: 82 })
    .toBuffer();
}

const grainSide = 256;

/** The noise of a small sensor, over and over: light and dark specks, hardly to be seen one by one. */
function grain(random: Random): Buffer {
  const pixels = Buffer.alloc(grainSide * grainSide * 4);
  for (let at = 0; at < pixels.length; at += 4) {
    const chance = random.uint32();
    if (chance & 1) pixels[at] = pixels[at + 1] = pixels[at + 2] = 255;
    pixels[at + 3] = (chance >>> 8) & 31;
  }
  return pixels;
}
