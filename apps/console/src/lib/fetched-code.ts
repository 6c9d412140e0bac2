// Code that is fetched when it is needed: asked for once more, and why it did not arrive.
import { ApiError } from './api-error.ts';
import { t } from './labels.ts';
import { fetchMissingStyles } from './missing-styles.ts';

async function isServerThere(): Promise<boolean> {
  try {
    const { pathname } = window.location;
    return (await fetch(pathname, { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

async function withStyles<Code>(code: () => Promise<Code>): Promise<Code> {
  await fetchMissingStyles();
  return code();
}

/** Throws as a call of the API does where the server cannot be reached, and else what the second attempt failed of. */
export async function fetched<Code>(code: () => Promise<Code>): Promise<Code> {
  try {
    return await withStyles(code);
  } catch {
    if (await isServerThere()) return withStyles(code);
    throw new ApiError({ status: 0, fields: {}, general: [], requestId: undefined }, t('error.unreachable'));
  }
}

/** As fetched, for a part of a page: what it throws can be shown. */
export async function fetchedOrWhy<Code>(code: () => Promise<Code>): Promise<Code> {
  try {
    return await fetched(code);
  } catch (error) {
    throw error instanceof ApiError ? error : new Error(t('error.partMissing'), { cause: error });
  }
}
