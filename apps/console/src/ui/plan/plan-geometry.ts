// How a plan lies in its frame: all lengths are pixels on screen, points on the plan are parts of it. Pure.

export type Size = { width: number; height: number };
export type Point = { x: number; y: number };
/** Zoom 1 shows the whole plan; x and y are where its upper left corner lies in the frame. */
export type View = { zoom: number; x: number; y: number };

export const ZOOM_MAX = 8;
export const WHOLE: View = { zoom: 1, x: 0, y: 0 };

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);

/** The plan as drawn at a zoom. */
export function drawnSize(plan: Size, frame: Size, zoom: number): Size {
  const scale = Math.min(frame.width / plan.width, frame.height / plan.height) * zoom;
  return { width: plan.width * scale, height: plan.height * scale };
}

/** In the middle where there is room, else without a gap at either side. */
const within = (offset: number, drawn: number, frame: number): number =>
  drawn <= frame ? (frame - drawn) / 2 : clamp(offset, frame - drawn, 0);

export function settled(view: View, plan: Size, frame: Size): View {
  const zoom = clamp(view.zoom, 1, ZOOM_MAX);
  const { width, height } = drawnSize(plan, frame, zoom);
  return { zoom, x: within(view.x, width, frame.width), y: within(view.y, height, frame.height) };
}

export function movedBy(view: View, by: Point, plan: Size, frame: Size): View {
  return settled({ ...view, x: view.x + by.x, y: view.y + by.y }, plan, frame);
}

/** What lies under the point of the frame stays there. */
export function zoomedBy(view: View, factor: number, about: Point, plan: Size, frame: Size): View {
  const from = settled(view, plan, frame);
  const zoom = clamp(from.zoom * factor, 1, ZOOM_MAX);
  const grown = zoom / from.zoom;
  const x = about.x - (about.x - from.x) * grown;
  const y = about.y - (about.y - from.y) * grown;
  return settled({ zoom, x, y }, plan, frame);
}

/** So much of a part is kept: about a tenth of a millimetre of a printed plan. */
const DIGITS = 10_000;
const tidy = (part: number): number => Math.round(clamp(part, 0, 1) * DIGITS) / DIGITS;

/** The point of the plan at a point of the frame; beyond its edges the nearest of them. */
export function planPointAt(view: View, at: Point, plan: Size, frame: Size): Point {
  const { x, y, zoom } = settled(view, plan, frame);
  const { width, height } = drawnSize(plan, frame, zoom);
  return { x: tidy((at.x - x) / width), y: tidy((at.y - y) / height) };
}

export const steppedBy = (point: Point, right: number, down: number): Point => ({
  x: tidy(point.x + right),
  y: tidy(point.y + down),
});
