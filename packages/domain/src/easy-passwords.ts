// Passwords that are among the first to be tried: runs of keys, repetitions, common words, and words of the company itself (OWASP ASVS
// 6.1.2, 6.2.4, 6.2.11).

/** Runs of fingers and of thought, also read from behind. */
const rows = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  'qazwsxedcrfvtgbyhnujm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '01234567890',
  '147258369',
  'abcdefghijklmnopqrstuvwxyz',
  'a1b2c3d4e5f6g7h8',
];
const runs = [...rows, ...rows.map((row) => Array.from(row).toReversed().join(''))];
const runLengthMin = 3;

/** What people choose who are asked for a password. */
const commonWords = `password passwort passwd pass login welcome letmein secret access master default changeme change temp test testing guest
 hello goodbye please thanks whatever nothing something trustno trust internet computer windows samsung google facebook apple iphone
 football baseball basketball soccer hockey cricket tennis golf fishing hunting racing running swimming sports player
 princess sunshine superman batman spiderman starwars pokemon dragon monkey shadow tigger tiger lion panther eagle falcon cowboy
 angel angels heaven devil hell jesus christ krishna ganesh sairam omsairam shiva hanuman allah bismillah blessed
 love lover loveyou iloveyou iloveu loveme lovely baby babygirl babyboy honey sweetie sweetheart darling forever friend friends family mother
 father brother sister mom dad daddy mummy papa maa
 summer winter spring autumn january february march april june july august september october november december
 monday tuesday wednesday thursday friday saturday sunday morning midnight
 flower flowers rose butterfly rainbow purple orange yellow green blue black white silver golden diamond chocolate cookie cookies cheese
 coffee pepper ginger banana cherry peanut pumpkin
 india indian bharat mumbai delhi pune bangalore hyderabad chennai kolkata maharashtra america london paris
 michael jennifer jessica michelle jordan daniel charlie thomas matthew andrew joshua anthony robert william nicole ashley amanda
 samantha elizabeth victoria alexander alexandra maximus george martin richard patrick
 rahul priya sachin rohit amit sunil anil rajesh suresh ramesh deepak sanjay vijay pooja neha anjali
 mustang corvette ferrari porsche mercedes harley yamaha honda toyota chevrolet
 liverpool arsenal chelsea manchester united barcelona juventus yankees cowboys steelers lakers
 killer hunter ranger soldier warrior fighter hacker matrix phoenix merlin wizard magic mickey snoopy garfield scooby
 money dollar rich lucky winner champion number one first
 asdf qwer zxcv qwerty asdfgh zxcvbn abcd abc xyz qaz wsx pass word my the is it me you i am user name root`;

/** Of this product and those who use it. */
const ownWords = `watchpost watch post patrol patrols guard guards guarding security secure checkpoint checkpoints round rounds shift shifts
 tour tours site sites scan scans incident incidents console demo admin admins administrator super superadmin sub subadmin supervisor manager
 operator office control controlroom duty night company`;

const listOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');
const known: ReadonlySet<string> = new Set([...listOf(commonWords), ...listOf(ownWords)]);

const readAs: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
};

/** Whether the text is nothing but runs, and at most two signs beside them. */
function isRun(text: string): boolean {
  let adjacent = 0;
  for (let at = 0; at < text.length; ) {
    const length = longestRunAt(text, at);
    if (length < runLengthMin) adjacent += 1;
    at += Math.max(length < runLengthMin ? 1 : length, 1);
  }
  return adjacent <= 2 && adjacent < text.length / 3;
}

function longestRunAt(text: string, at: number): number {
  let length = 0;
  while (at + length < text.length && runs.some((run) => run.includes(text.slice(at, at + length + 1))))
    length += 1;
  return length;
}

const isRepetition = (text: string): boolean =>
  new Set(text).size < 4 || /^(.{1,6})\1+.{0,2}$/.test(text) || /^(.)\1{4,}/.test(text);

/** A day, written in figures alone. */
const isDate = (text: string): boolean =>
  /^(?:(?:0?[1-9]|[12]\d|3[01])(?:0?[1-9]|1[0-2])|(?:0?[1-9]|1[0-2])(?:0?[1-9]|[12]\d|3[01]))(?:19|20)\d\d$/.test(
    text,
  ) ||
  /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(text) ||
  /^(?:(?:19|20)\d\d){2}$/.test(text);

/** Whether the letters are words of the list alone, at most three. */
function isWords(letters: string, words: ReadonlySet<string>, most = 3): boolean {
  if (letters === '') return true;
  if (most === 0) return false;
  for (let end = letters.length; end > 0; end -= 1) {
    if (words.has(letters.slice(0, end)) && isWords(letters.slice(end), words, most - 1)) return true;
  }
  return false;
}

/** Figures and signs around the words are taken off, then those between read as the letters that they stand for, or left out. */
function wordForms(text: string): string[] {
  const core = text.replace(/^[^a-z@$]+|[^a-z]+$/g, '');
  const read = Array.from(core, (sign) => readAs[sign] ?? sign).join('');
  return [core, read].map((form) => form.replaceAll(/[^a-z]/g, '')).filter((form) => form.length > 2);
}

/** Longest text that is looked at: a longer one is a phrase. */
const lookedAtMax = 25;

/** Whether a password is easily guessed. `companyWords` are those that somebody would try here, such as the company's name. */
export function isEasyPassword(password: string, companyWords: readonly string[] = []): boolean {
  const text = password.toLowerCase();
  if (isRepetition(text)) return true;
  if (text.length > lookedAtMax) return false;
  if (isRun(text) || isDate(text)) return true;
  const own = companyWords
    .flatMap((name) => name.toLowerCase().split(/[^a-z]+/))
    .filter((word) => word.length > 2);
  const words = new Set([...known, ...own]);
  return wordForms(text).some((form) => isWords(form, words));
}
