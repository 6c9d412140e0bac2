// Makes the folders that products of journeys begin with, and prints where they are: for npm test, which makes them beside
// tests that need no browser.
import { madeFolders, makeFirstFolders } from './product.ts';

await makeFirstFolders();
console.log(JSON.stringify(madeFolders()));
