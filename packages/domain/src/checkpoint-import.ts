// Checkpoints from a spreadsheet: the fields that a column can hold (MNG-04).
import { type CheckpointMethod, checkpointMethods } from './checkpoint-methods.ts';
import type { ImportMapping } from './record-import.ts';

/** `position` is one column for both coordinates, the latitude first. */
export const checkpointImportFields = [
  'name',
  'site',
  'latitude',
  'longitude',
  'position',
  'radiusMetres',
  'instructions',
  'nfcTagId',
  'scanMethods',
] as const;
export type CheckpointImportField = (typeof checkpointImportFields)[number];

/** Further from its site no checkpoint is; what lies there is a slip of the pen. */
export const checkpointSiteMaxMetres = 50_000;

/** By which the columns are guessed (ImportHeadings). */
export const checkpointHeadings: Readonly<Record<CheckpointImportField, string>> = {
  name: `name checkpoint checkpointname point pointname नाम चेकपॉइंट चेकपॉइंटनाम चेकपॉइंटकानाम नाव चेकपॉइंटचेनाव`,
  site: 'site sitename location locationname साइट साइटकानाम साईट साईटचेनाव स्थळ',
  latitude: 'latitude lat अक्षांश',
  longitude: 'longitude long lon lng देशांतर रेखांश',
  position: `position coordinates coordinate latlong latlon latlng gps gpsposition latitudelongitude स्थिति निर्देशांक
    स्थान जीपीएस`,
  radiusMetres: `radius radiusm radiusmetres radiusmeters radiusinmetres radiusinmeters त्रिज्या त्रिज्यामीटर
    दायरा परीघ`,
  instructions: 'instructions instruction notes note remarks निर्देश सूचना टिप्पणी',
  nfcTagId:
    'nfc nfctag nfctagid nfcid tag tagid tagnumber nfcटैग nfcटॅग nfcटैगआईडी nfcटॅगआयडी एनएफसी एनएफसीटैग एनएफसीटॅग टैगआईडी टॅगआयडी',
  scanMethods: `waysofscanning wayofscanning ways scanmethods scanmethod scanningmethods methods method
    स्कैनकेतरीके तरीके स्कॅनच्यापद्धती पद्धती`,
};

/** As cells say them, folded: the product's own words in English, Hindi and Marathi, and what is common beside them. */
const methodNames: Readonly<Record<CheckpointMethod, string>> = {
  qr: 'qr qrcode printedqr printedqrcode printedcode printed code छपाqr छपाqrकोड छापीलqr छापीलqrकोड क्यूआर',
  nfc: 'nfc nfctag tag nfcटैग nfcटॅग एनएफसी',
  screen: 'screen changingscreen changingcode display स्क्रीन बदलतास्क्रीनकोड',
  position: 'position positionalone gps location स्थिति स्थान केवलस्थान फक्तस्थान जीपीएस',
  typed: 'typed typedcode type manual टाइपकिया टाइपकियाकोड टाइपकेलेला टाइपकेलेलाकोड',
};

const foldWord = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s._-]/g, '');

/** The ways of scanning that a cell names, parted by commas or the like; null where a word is none of them. */
export function readMethods(text: string): CheckpointMethod[] | null {
  const words = text
    .split(/[,;|/+&\n]/)
    .map(foldWord)
    .filter((word) => word !== '');
  const named = words.map((word) =>
    checkpointMethods.find((method) => methodNames[method].split(/\s+/).map(foldWord).includes(word)),
  );
  if (named.length === 0 || named.includes(undefined)) return null;
  return checkpointMethods.filter((method) => named.includes(method));
}

const methodTexts: Readonly<Record<CheckpointMethod, string>> = {
  qr: 'QR',
  nfc: 'NFC',
  screen: 'Screen',
  position: 'Position',
  typed: 'Typed',
};

/** As exports write them, and imports read them. */
export const methodsText = (methods: readonly CheckpointMethod[]): string =>
  methods.map((method) => methodTexts[method]).join(', ');

/** Fields whose columns must be named: a sub admin's rows are all of the own site; half a position is none. */
export function neededCheckpointFields(
  mapping: ImportMapping,
  hasOwnSite: boolean,
): readonly CheckpointImportField[] {
  const needed: CheckpointImportField[] = hasOwnSite ? ['name'] : ['name', 'site'];
  const { latitude, longitude } = mapping;
  if (latitude !== undefined || longitude !== undefined) needed.push('latitude', 'longitude');
  return needed;
}
