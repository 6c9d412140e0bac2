/** What lies below the marks of every map. The app says where it comes from, through GroundContext. */
import { createContext } from 'react';

export type GroundLayer = {
  /** vector: address of a PMTiles archive. picture: address of a tile, with {z}, {x} and {y}. */
  kind: 'vector' | 'picture';
  url: string;
  minZoom: number;
  /** The last zoom that has tiles of its own; beyond it they are enlarged. */
  maxZoom: number;
  /** West, south, east, north; degrees. */
  bounds: readonly [number, number, number, number];
};

export type Ground = {
  /** From the lowest up. */
  layers: readonly GroundLayer[];
  satellite: GroundLayer | null;
  /** Who made it, and what there is to say about it; always visible. */
  attributions: readonly string[];
  satelliteAttributions: readonly string[];
  /** In which language names are drawn where the map has them. */
  language: string;
  satelliteLabel: string;
};

/** Rejects when it cannot be had; the map then keeps a plain ground. */
export type LoadGround = () => Promise<Ground>;

/** null draws a plain ground. */
export const GroundContext = createContext<LoadGround | null>(null);
