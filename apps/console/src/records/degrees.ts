/** Degrees as somebody writes them, with point or comma; NaN unless the text is a number. */
export function degreesOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'));
}

interface Place {
  readonly lat: number;
  readonly lng: number;
}

interface WrittenPlace {
  readonly latitude: string;
  readonly longitude: string;
}

/** Null while the fields name no place on earth. */
export function placeOf({ latitude, longitude }: WrittenPlace): Place | null {
  const place = { lat: degreesOf(latitude), lng: degreesOf(longitude) };
  return Math.abs(place.lat) <= 90 && Math.abs(place.lng) <= 180 ? place : null;
}
