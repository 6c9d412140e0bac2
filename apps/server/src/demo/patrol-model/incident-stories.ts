// What guards come upon on their rounds: kinds of incident, where each happens, and how it is dealt with.
import type { IncidentSeverity, IncidentType } from '@watchpost/domain/incidents';

/** What a photo of it shows. */
export type Scene = 'fence' | 'glass' | 'water' | 'smoke' | 'boxes' | 'panel';

export interface IncidentStory {
  readonly type: IncidentType;
  readonly severity: IncidentSeverity;
  /** Places on the premises where it happens. */
  readonly where: RegExp;
  /** How often, against the others. */
  readonly weight: number;
  /** `{place}` stands for the checkpoint's name. */
  readonly texts: readonly string[];
  readonly attended: readonly string[];
  readonly remarks: readonly string[];
  readonly closed: readonly string[];
  readonly scene: Scene | null;
}

const anywhere = /./;
const outside = /Gate|Wall|Fence|Parking|Stand|Bay|Kerb|Entry|Lane|Yard|Stop|Corner/;
const rooms =
  /Room|Lobby|Block|Hall|Shop|Store|Office|Corridor|Canteen|Cafeteria|Gallery|Dock|Aisle|Tower|Ward/;
const plant =
  /DG Set|Transformer|Pump|UPS|Chiller|AC Plant|Compressor|Boiler|Battery|Electrical|Meter|Lift|Plant/;
const wet = /Basement|Pump|Terrace|Tank|Parking|Sewage|Canteen|Cafeteria|Food Court|Swimming|Wing|Cold Room/;

type StoryDetails = Omit<IncidentStory, 'type' | 'severity' | 'where' | 'weight' | 'remarks' | 'scene'> &
  Partial<Pick<IncidentStory, 'weight' | 'remarks' | 'scene'>>;

const story = (
  type: IncidentType,
  severity: IncidentSeverity,
  where: RegExp,
  details: StoryDetails,
): IncidentStory => ({
  weight: 2,
  remarks: [],
  scene: null,
  ...details,
  type,
  severity,
  where,
});

const common: readonly IncidentStory[] = [
  story('equipmentFault', 'low', anywhere, {
    weight: 5,
    texts: [
      'Two lamps at {place} are out. The stretch is dark at night.',
      'The tube light at {place} flickers and goes off for minutes.',
    ],
    attended: ['Electrician informed.', 'Noted for the maintenance round tomorrow.'],
    remarks: ['Spare tubes ordered, stock is out.'],
    closed: ['Lamps replaced and checked after dark.', 'Choke and tube replaced by maintenance.'],
  }),
  story('safetyHazard', 'medium', wet, {
    weight: 5,
    texts: [
      'Water on the floor at {place}, coming from a pipe joint. The tiles are slippery.',
      'Standing water at {place} after the rain. The drain is blocked.',
    ],
    attended: ['Cones placed, plumber called.', 'Housekeeping is mopping, the cause is being looked for.'],
    remarks: ['Plumber was here; needs a new valve, comes back tomorrow.'],
    closed: ['Joint sealed, floor dry. Checked twice.', 'Drain cleared of leaves and plastic.'],
    scene: 'water',
  }),
  story('safetyHazard', 'medium', rooms, {
    weight: 4,
    texts: [
      'Cartons stacked in front of the emergency exit at {place}. The door opens only halfway.',
      'The fire exit at {place} is blocked by furniture.',
    ],
    attended: ['Talked to the tenant, they clear it today.', 'Facility manager informed.'],
    closed: ['Exit is free. The tenant signed the notice.', 'Cleared and floor marked in yellow.'],
    scene: 'boxes',
  }),
  story('equipmentFault', 'medium', plant, {
    weight: 4,
    texts: [
      'The door of the electrical panel at {place} stands open and the lock is broken.',
      'Loud noise and a smell of oil from the machine at {place}.',
      'The alarm lamp at {place} is on and does not go off when acknowledged.',
    ],
    attended: ['Technician on call is on the way.', 'Area closed off until the technician has looked.'],
    remarks: ['Part is on order, expected within two days.'],
    closed: ['Lock replaced, panel closed and sealed.', 'Serviced by the vendor, runs quietly.'],
    scene: 'panel',
  }),
  story('suspiciousPerson', 'medium', outside, {
    weight: 4,
    texts: [
      'A man stood at {place} for some twenty minutes and took photos of the building. Left when asked.',
      'Two persons on a motorcycle without plates waited near {place}.',
      'Somebody without a pass walked in behind an employee at {place}. Escorted out.',
    ],
    attended: ['Camera footage being looked through.', 'Patrols of this side doubled for the night.'],
    closed: ['Identified as a delivery agent. No further action.', 'Not seen again for three days.'],
  }),
  story('damage', 'low', outside, {
    weight: 3,
    texts: [
      'The boom barrier at {place} is bent. A van drove against it and left.',
      'Fresh scratches and a broken bollard at {place}.',
    ],
    attended: ['Number of the van taken from the camera.', 'Facility team informed.'],
    closed: ['Repaired, the transporter pays.', 'Bollard replaced.'],
  }),
  story('damage', 'medium', rooms, {
    weight: 3,
    texts: [
      'A window pane at {place} is broken, glass on the floor inside.',
      'The glass door at {place} has a crack from top to bottom.',
    ],
    attended: ['Swept up and taped off.', 'Glazier called for a quote.'],
    remarks: ['New pane is being cut.'],
    closed: ['Pane replaced.', 'Door glass replaced under warranty.'],
    scene: 'glass',
  }),
];

const grave: readonly IncidentStory[] = [
  story('intrusion', 'high', /Wall|Fence|Gate|Lane|Kerb/, {
    weight: 2,
    texts: [
      'The fence near {place} is cut, about half a metre wide. Footprints inside.',
      'Somebody climbed over at {place} and ran off when called.',
    ],
    attended: [
      'Perimeter searched with two guards, nobody found.',
      'Beat marshal called, searched together.',
    ],
    remarks: ['Police took photos and left a copy of the complaint.'],
    closed: ['Fence mended with new mesh, lamp added.', 'Razor wire renewed on this side.'],
    scene: 'fence',
  }),
  story('theft', 'high', /Yard|Parking|Store|Stand|Dock|Cage|Scrap|Bay/, {
    weight: 2,
    texts: [
      'Copper cable, some ten metres, is missing at {place}. The lock was forced.',
      'A resident reports that a bicycle was taken from {place} during the evening.',
      'Two batteries are missing at {place}. They were there on the last round.',
    ],
    attended: ['Police complaint filed.', 'Gate register and cameras being checked.'],
    remarks: ['Camera shows a pick-up leaving at the time; number passed to the police.'],
    closed: [
      'Recovered from a scrap dealer, handed back.',
      'Complaint with the police. Lock and camera added.',
    ],
    scene: 'fence',
  }),
  story('medical', 'high', anywhere, {
    weight: 2,
    texts: [
      'A visitor collapsed at {place}. Conscious, complains of chest pain. Ambulance called.',
      'A worker fell from a ladder at {place} and cannot stand on the left foot.',
      'A guest fainted at {place}, came round after water and rest.',
    ],
    attended: ['First aid given, ambulance took over.', 'Taken to the clinic by the company car.'],
    closed: [
      'Discharged the same day, family informed.',
      'Out of danger. Report given to the safety officer.',
    ],
  }),
  story('disturbance', 'medium', /Gate|Entrance|Lobby|Canteen|Court|Casualty|Rest Room|Parking|Reception/, {
    weight: 3,
    texts: [
      'Two drivers quarrelled over a parking place at {place} and pushed each other. Separated.',
      'Loud music and drinking near {place} after midnight.',
    ],
    attended: ['Both calmed down, names taken.', 'Group sent away, supervisor stayed until it was quiet.'],
    closed: ['Warned in writing by the management.', 'Talked to both employers. Settled.'],
  }),
  story('fire', 'critical', plant, {
    weight: 1,
    texts: [
      'Smoke from a cable tray at {place}. Power cut off, extinguisher used.',
      'A waste bin burned at {place}. Put out with one extinguisher.',
    ],
    attended: ['Fire brigade informed, area evacuated.', 'Fire is out, guard stays on watch.'],
    remarks: ['Extinguisher refilled and put back.'],
    closed: ['Cable replaced, cause: overload. Watch ended after six hours.', 'No damage beyond the bin.'],
    scene: 'smoke',
  }),
  story('other', 'low', anywhere, {
    weight: 2,
    texts: [
      'A bag was left at {place}. Owner called over the public address.',
      'A stray dog with puppies at {place}, barks at visitors.',
    ],
    attended: ['Supervisor is looking after it.'],
    closed: ['Owner came and took it against signature.', 'Taken by the animal shelter.'],
  }),
];

export const incidentStories: readonly IncidentStory[] = [...common, ...grave];
