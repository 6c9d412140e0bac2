// Kinds of uploads that say what did not happen, and what the product has to say of each.
import { codeKinds, screenKinds } from './code-kinds.ts';
import { hour } from './forger.ts';
import { positionKinds, timeKinds } from './position-and-time-kinds.ts';
import { both, simple, type UploadKind } from './rounds.ts';
import { signatureKinds, strangerKinds } from './sender-kinds.ts';

/** See docs/evidence.md, "What cannot be known". */
const unknowable: readonly UploadKind[] = [
  simple(
    'photographed codes, positions and times made up, sent within the threshold',
    'unknowable',
    (world) => ({
      scans: both(world, {}),
      startedAtMs: Date.now() - 3 * hour,
    }),
  ),
];

export const uploadKinds: readonly UploadKind[] = [
  ...codeKinds,
  ...screenKinds,
  ...positionKinds,
  ...timeKinds,
  ...signatureKinds,
  ...strangerKinds,
  ...unknowable,
];
