import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCoordinates, readDegrees, readPosition } from './positions.ts';

const found = (text: string) => {
  const position = readPosition(text);
  return position && [position.latitude, position.longitude].map((degrees) => Number(degrees.toFixed(4)));
};

test.each([
  '18.5755, 73.7742',
  '18.5755 ,73.7742',
  '18.5755,73.7742',
  '18.5755 73.7742',
  '18.5755;73.7742',
  '18.5755 / 73.7742',
  '18,5755 73,7742',
  '18,5755,73,7742',
  '18,5755; 73,7742',
  '(18.5755, 73.7742)',
  '[18.5755, 73.7742]',
  'GPS: 18.5755, 73.7742',
  '18.5755° N, 73.7742° E',
  '18.5755°, 73.7742°',
  '18.5755N, 73.7742E',
  'N 18.5755, E 73.7742',
  'N18.5755 E73.7742',
  '73.7742° E, 18.5755° N',
  '18.5755 N 73.7742 E',
  '18.5755 North, 73.7742 East',
  '18°34\'31.8"N 73°46\'27.1"E',
  '18°34′31.8″N, 73°46′27.1″E',
  '18º 34’ 31.8” N 73º 46’ 27.1” E',
  "18°34'31.8''N 73°46'27.1''E",
  '18°34\'31.8" 73°46\'27.1"',
  '18 34 31.8 N 73 46 27.1 E',
  '18:34:31.8N 73:46:27.1E',
  'N 18° 34.530 E 073° 46.452',
  '18 deg 34 min 31.8 sec N, 73 deg 46 min 27.1 sec E',
  'lat: 18.5755, lng: 73.7742',
  'lng: 73.7742, lat: 18.5755',
  'Latitude 18.5755 Longitude 73.7742',
  'Lat/Long: 18.5755, 73.7742',
  'Lat. 18.5755 N, Long. 73.7742 E',
  '{"lat":18.5755,"lng":73.7742}',
  '{"latitude":"18.5755","longitude":"73.7742"}',
  'POINT(73.7742 18.5755)',
  'geo:18.5755,73.7742',
  'geo:18.5755,73.7742;u=35',
  'geo:0,0?q=18.5755,73.7742(Gate)',
  'https://www.google.com/maps?q=18.5755,73.7742',
  'https://maps.google.com/?q=18.5755%2C73.7742&z=17',
  'https://www.google.com/maps/@18.5755,73.7742,17z',
  'https://www.google.com/maps/place/Gate/@18.5700,73.7716,17z/data=!3m1!4b1!4m4!3m3!8m2!3d18.5755!4d73.7742',
  "https://www.google.com/maps/place/18%C2%B034'31.8%22N+73%C2%B046'27.1%22E/@18.5,73.7,17z",
  'https://www.google.com/maps/search/?api=1&query=18.5755,73.7742',
  'https://www.google.com/maps/dir/?api=1&destination=18.5755,73.7742',
  'https://maps.apple.com/?ll=18.5755,73.7742&q=Gate',
  'https://www.openstreetmap.org/?mlat=18.5755&mlon=73.7742#map=17/18.5/73.7',
  'https://www.openstreetmap.org/#map=17/18.5755/73.7742',
  'https://www.bing.com/maps?cp=18.5755~73.7742&lvl=16',
  'https://waze.com/ul?ll=18.5755,73.7742&navigate=yes',
  'Main gate https://maps.google.com/?q=18.5755,73.7742',
  '१८.५७५५, ७३.७७४२',
  'अक्षांश: १८.५७५५, देशांतर: ७३.७७४२',
  '\u200E18.5755, 73.7742\u200E',
  '18.5755,\u00A073.7742',
])('[INPUT-03] the position %j is read', (text) => {
  const [latitude = 0, longitude = 0] = found(text) ?? [];
  // Seconds to one decimal, and minutes to three, are known to some metres.
  expect(latitude).toBeCloseTo(18.5755, 3);
  expect(longitude).toBeCloseTo(73.7742, 3);
});

test.each([
  ['33.8688° S, 151.2093° E', [-33.8688, 151.2093]],
  ['-33.8688, 151.2093', [-33.8688, 151.2093]],
  ['−33.8688, 151.2093', [-33.8688, 151.2093]],
  ['40°42\'46"N 74°0\'22"W', [40.7128, -74.0061]],
  ['S 33.8688 W 70.6693', [-33.8688, -70.6693]],
  ['0,0', [0, 0]],
])('[INPUT-03] the position %j is on its side of the earth', (text, at) => expect(found(text)).toEqual(at));

test.each([
  '',
  'Balewadi',
  '18.5755',
  '18.5755, 73.7742, 560',
  '18.5755° N, 73.7742° N',
  '18.5755 - 73.7742',
  '-18.5755 S, 73.7742 E',
  '18°64\'31"N 73°46\'27"E',
  "18.5°34'N 73°46'E",
  '91, 73',
  '18.5755, 181',
  'https://maps.app.goo.gl/abc123',
  'https://www.google.com/maps/place/Gate/@18.5700,73.7716,17z',
  '8FVC9G8F+6X',
  '9822012345',
])('[INPUT-03] %j is no position', (text) => expect(readPosition(text)).toBeNull());

test('[INPUT-03] a number beyond its range can be named', () => {
  expect(readCoordinates('173.5, 18.5')).toEqual({ latitude: 173.5, longitude: 18.5 });
});

describe('one coordinate by itself', () => {
  test.each([
    ['18,5204', 18.5204],
    ['18.5204° N', 18.5204],
    ['33.8 S', -33.8],
    ["18°30'", 18.5],
    ['lat: 18.5', 18.5],
    ['१८.५', 18.5],
  ])('[INPUT-03] the latitude %j is %d', (text, degrees) => {
    expect(readDegrees(text, 'latitude')).toBe(degrees);
  });
  test.each(['73.8 E', '18.5, 73.8', 'north', ''])('[INPUT-03] %j is no latitude', (text) => {
    expect(readDegrees(text, 'latitude')).toBeNull();
  });
});

const degrees = (max: number) =>
  fc.double({ min: -max, max, noNaN: true }).map((each) => Number(each.toFixed(6)) + 0);

test('[INPUT-03] any position of the earth is read however it is written', () => {
  const side = (value: number, [plus, minus]: readonly [string, string]) =>
    `${Math.abs(value)}° ${value < 0 ? minus : plus}`;
  fc.assert(
    fc.property(degrees(90), degrees(180), (latitude, longitude) => {
      const at = { latitude, longitude };
      const plain = [latitude, longitude].map((each) => each.toFixed(6));
      expect(readPosition(plain.join(', '))).toEqual(at);
      expect(readPosition(plain.join(' ').replaceAll('.', ','))).toEqual(at);
      expect(readPosition(`https://www.google.com/maps?q=${plain.join(',')}`)).toEqual(at);
      expect(readPosition(`lon: ${plain[1]}; lat: ${plain[0]}`)).toEqual(at);
      const lettered = [side(latitude, ['N', 'S']), side(longitude, ['E', 'W'])];
      expect(readPosition(lettered.join(', '))).toEqual(at);
      expect(readPosition(lettered.toReversed().join(' '))).toEqual(at);
    }),
  );
});

test('[INPUT-03] any text is a position of the earth or none', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,;° \'"NSEWnsew+-/:') }), (text) => {
      const { latitude, longitude } = readPosition(text) ?? { latitude: 0, longitude: 0 };
      expect(Math.abs(latitude)).toBeLessThanOrEqual(90);
      expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
    }),
  );
});

test('[INPUT-03] endless texts are no position at once', () => {
  for (const part of ['1', '1 ', '"', ',', '1°', '1.', 'N', '1:', '1,1,', ' ', '(', 'lat ']) {
    expect(readPosition(part.repeat(100_000))).toBeNull();
    expect(readPosition(part.repeat(1_000 / part.length))).toBeNull();
    expect(readPosition(`https://maps.example/?q=${part}`.padEnd(1_000, part))).toBeNull();
  }
});
