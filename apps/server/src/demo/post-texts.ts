// Words of the demo company's posts: as its super admin and its guards would write them.
import type { Question } from '@watchpost/domain/checkpoint-questions';

/** The first is answered yes or no, the second by a number, the third by a choice. */
export const questionTexts: readonly Partial<Question>[] = [
  { kind: 'yesNo', text: 'Is the shutter down and locked?', incidentOn: ['no'] },
  { kind: 'number', text: 'Fuel in the generator', unit: '%', min: 25, max: 100, isRequired: false },
  {
    kind: 'choice',
    text: 'Fire extinguisher',
    choices: ['In order', 'Seal broken', 'Missing'],
    isRequired: false,
  },
];

export const scanNotes: readonly string[] = [
  'Light above the door flickers.',
  'Water on the floor near the pump, wiped up.',
  'Lock is stiff and wants oil.',
  'A delivery van waited outside; the driver left when asked.',
];

interface OrderText {
  readonly text: string;
  /** When they came into force. */
  readonly daysAgo: number;
}

export const orderTexts = (siteName: string): readonly OrderText[] => [
  {
    daysAgo: 95,
    text: `Post orders of ${siteName}
1. Be at the gate ten minutes before the shift and take over keys and radio in person.
2. Nobody enters after 21:00 without a name in the register.
3. Walk each round completely. What hinders you is written as a note at the checkpoint.
4. In a fire: call for help in the app, then open both gates and wait at the assembly point.`,
  },
  {
    daysAgo: 18,
    text: `Post orders of ${siteName}
1. Be at the gate ten minutes before the shift and take over keys and radio in person.
2. Nobody enters after 21:00 without a name in the register. Vehicles wait outside until the driver is known.
3. Walk each round completely. What hinders you is written as a note at the checkpoint.
4. The generator is tested on Mondays at 10:00: do not report the noise.
5. In a fire: call for help in the app, then open both gates and wait at the assembly point.`,
  },
];

interface HandoverText {
  readonly text: string;
  readonly isUrgent: boolean;
}

/** The latest first. */
export const handoverTexts: readonly HandoverText[] = [
  { text: 'The side gate does not close by itself. Push it until it clicks.', isUrgent: true },
  { text: 'Two visitors of the night shift are still inside, see the register.', isUrgent: false },
  { text: 'Spare radio is on the charger in the cabin.', isUrgent: false },
  {
    text: 'Street light in front of the loading bay is out; the electrician comes tomorrow.',
    isUrgent: false,
  },
];
