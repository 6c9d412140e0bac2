// Yes and no as cells and records say them.
import { comparable, plainText } from './fold.ts';

const wordsOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).map(comparable));

const yes = wordsOf(`true t yes y 1 on active activated enabled enable ✓ ✔ ☑ ✅
  हाँ हां हा हो होय सक्रिय चालू सत्य`);
const no = wordsOf(`false f no n 0 off inactive deactive deactivated disabled disable ✗ ✘ ☐ ❌
  नहीं नही नाही ना निष्क्रिय बंद असत्य`);

/** In English, Hindi or Marathi, as a sign or as 1 and 0; null for anything else, an empty text too. */
export function readYesNo(text: string): boolean | null {
  const word = comparable(plainText(text))
    .replace(/^(\d)\.0+$/, '$1')
    .replace(/\.$/, '');
  if (yes.has(word)) return true;
  return no.has(word) ? false : null;
}
