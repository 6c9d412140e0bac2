import { madeFolders, makeFirstFolders, startProduct } from './product.ts';

/** One product serves all journeys; WATCHPOST_URL names another one that runs already, and DATA_DIR its data folder. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['WATCHPOST_URL']) return undefined;
  const clear = madeFolders() ? () => {} : await makeFirstFolders();
  const product = await startProduct();
  process.env['WATCHPOST_URL'] = product.url;
  process.env['DATA_DIR'] = product.dataDir;
  return async () => {
    await product.stop();
    clear();
  };
}
