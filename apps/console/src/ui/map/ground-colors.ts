/** Quiet grounds in the two schemes, on which marks and their circles stand out. */
import { type Flavor, namedFlavor } from '@protomaps/basemaps';

const landcover = {
  grassland: '#e3ecdc',
  barren: '#efebe0',
  urban_area: '#e4e3dd',
  farmland: '#e7ecda',
  glacier: '#fbfcfc',
  scrub: '#e3e8d6',
  forest: '#d3e2cd',
};

const light: Flavor = {
  ...namedFlavor('light'),
  landcover,
  background: '#cfe0e8',
  water: '#bcd6e2',
  earth: '#eeeeea',
  buildings: '#d5d3cd',
  industrial: '#e6e8ec',
  hospital: '#f0e6e6',
  pedestrian: '#e9e8e0',
  park_a: '#dbe8d6',
  park_b: '#cfe2c8',
  major: '#ffffff',
  minor_a: '#ffffff',
  highway: '#f6d58f',
  boundaries: '#9aa3a8',
  city_label: '#3d464b',
  city_label_halo: '#f6f6f4',
  country_label: '#6b757a',
  roads_label_minor: '#5d676c',
  roads_label_major: '#4b555a',
  ocean_label: '#4d7488',
};

const darkLandcover = {
  grassland: '#1f2723',
  barren: '#25241f',
  urban_area: '#23292d',
  farmland: '#20271f',
  glacier: '#2b3236',
  scrub: '#202620',
  forest: '#1b2820',
};

const dark: Flavor = {
  ...namedFlavor('dark'),
  landcover: darkLandcover,
  background: '#16222a',
  water: '#1b2d38',
  earth: '#1d2326',
  buildings: '#2c3438',
  industrial: '#22292e',
  hospital: '#2b2628',
  pedestrian: '#252a2a',
  park_a: '#1f2d25',
  park_b: '#213227',
  major: '#3a4449',
  minor_a: '#333c41',
  highway: '#5b4f34',
  boundaries: '#5d676c',
  city_label: '#c4ced2',
  city_label_halo: '#14191b',
  country_label: '#8e999e',
  roads_label_minor: '#98a3a8',
  roads_label_minor_halo: '#14191b',
  roads_label_major: '#aab4b9',
  roads_label_major_halo: '#14191b',
  ocean_label: '#7fa3b5',
};

export const groundColors = (isDark: boolean): Flavor => (isDark ? dark : light);
