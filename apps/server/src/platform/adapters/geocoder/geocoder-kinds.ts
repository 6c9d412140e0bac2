// What an operator sets of a geocoder: apart from what asks it, so that settings are read before that is loaded.
export const geocoderKinds = ['nominatim', 'photon'] as const;
export type GeocoderKind = (typeof geocoderKinds)[number];

export interface GeocoderSettings {
  readonly kind: GeocoderKind;
  /** Address of its API, such as https://nominatim.example.com */
  readonly url: string;
}
