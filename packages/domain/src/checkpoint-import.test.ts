import { describe, expect, it } from 'vitest';
import { checkpointHeadings, methodsText, neededCheckpointFields, readMethods } from './checkpoint-import.ts';
import { guessMapping } from './record-import.ts';

describe('the guess which column is which', () => {
  it.each([
    [['Checkpoint', 'Site', 'Lat', 'Long'], { name: 0, site: 1, latitude: 2, longitude: 3 }],
    [['Site name', 'NAME', 'Lat / Long', 'Radius (m)'], { site: 0, name: 1, position: 2, radiusMetres: 3 }],
    [['नाम', 'साइट', 'अक्षांश', 'देशांतर'], { name: 0, site: 1, latitude: 2, longitude: 3 }],
    [['नाव', 'सूचना', 'NFC tag ID'], { name: 0, instructions: 1, nfcTagId: 2 }],
  ])('[MNG-04] of %j', (headings, mapping) => {
    expect(guessMapping(checkpointHeadings, headings)).toEqual(mapping);
  });
});

describe('ways of scanning', () => {
  it.each([
    ['QR', ['qr']],
    ['nfc; Printed QR code', ['qr', 'nfc']],
    ['Screen / GPS, typed', ['screen', 'position', 'typed']],
    ['qr,qr', ['qr']],
    ['क्यूआर, एनएफसी', ['qr', 'nfc']],
    ['QR, telepathy', null],
    [',', null],
    ['', null],
  ])('[TRUTH-01] of %j', (cell, methods) => expect(readMethods(cell)).toEqual(methods));

  it('[TRUTH-01] are read as they are written', () => {
    const all = ['qr', 'nfc', 'screen', 'position', 'typed'] as const;
    expect(readMethods(methodsText(all))).toEqual(all);
  });
});

it('the columns that a file needs follow from who sends it and from the others', () => {
  expect(neededCheckpointFields({}, false)).toEqual(['name', 'site']);
  expect(neededCheckpointFields({ position: 1 }, true)).toEqual(['name']);
  expect(neededCheckpointFields({ latitude: 1 }, true)).toEqual(['name', 'latitude', 'longitude']);
});
