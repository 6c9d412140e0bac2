// The texts as translators write them, by key, for tests.
import enFile from './en.json' with { type: 'json' };
import hiFile from './hi.json' with { type: 'json' };
import mrFile from './mr.json' with { type: 'json' };

type Sections = Readonly<Record<string, Readonly<Record<string, string>>>>;
type KeyOf<Section> = Section extends object ? keyof Section & string : never;
type Texts = Readonly<Record<KeyOf<(typeof enFile)[keyof typeof enFile]>, string>>;

const flat = (file: Sections): Texts => Object.assign({}, ...Object.values(file));

export const en = flat(enFile);
export const hi = flat(hiFile);
export const mr = flat(mrFile);
