// Refuses a Node too old to run Watchpost before anything else can fail in a stranger way.
const oldestNode = [20, 19];

export function isNodeNewEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
}

if (!isNodeNewEnough(process.version)) {
  console.error(
    `Watchpost needs Node ${oldestNode.join('.')} or newer; this is ${process.version}. Install a newer Node and try again.`,
  );
  process.exit(1);
}
