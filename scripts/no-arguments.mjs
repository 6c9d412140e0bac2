// For commands that take no arguments: what stands after one would be passed over, and might have been meant.

/** Answers --help with `usage`, and ends on anything else that was typed after the command. */
export function takeNoArguments(usage) {
  const words = process.argv.slice(2);
  if (words.length === 0) return;
  const asksForHelp = words.every((word) => word === '--help' || word === '-h');
  if (asksForHelp) console.log(usage);
  else console.error(`Takes no arguments: ${words.join(' ')}\n\n${usage}`);
  process.exit(asksForHelp ? 0 : 2);
}
