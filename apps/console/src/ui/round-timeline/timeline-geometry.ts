/** Heights in the timeline's drawing, in CSS pixels. */
export const TICK_Y = 12;
export const RAIL_Y = 48;
export const STATION_Y = 124;
export const LABEL_Y = 156;
export const HEIGHT = 172;
export const STATION_R = 12;
