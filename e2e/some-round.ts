// A round of the demo's past that has something of everything to show.
import type { Page } from '@playwright/test';
import { dayAgo, listFromApi } from './report-page.ts';
import { openRoute } from './signed-in.ts';

export const detailsRoute = 'patrolling-reports/scanned-checkpoints-details';
export const dayOfRounds = { from: dayAgo(20), to: dayAgo(20) };

export const checkpointTable = (page: Page) => page.getByRole('grid', { name: 'Checkpoints' });

/** A round with a missed checkpoint and a scanned one, and its checkpoints as the API has them. */
export async function someRound(page: Page) {
  const { data } = await listFromApi(page, { ...dayOfRounds, limit: '100' });
  const round = data.find((one) => one.status === 'Incompleted' && one.scannedCheckPoints > 1);
  if (round === undefined) throw new Error('no round of that day missed a checkpoint');
  const address = `/api/demo/secure/scanned-checkpoints/${round.id}`;
  const { data: rows } = await (await page.request.get(`${address}/checkpoints`)).json();
  const details = await (await page.request.get(address)).json();
  return { round, rows, details };
}

/** In the time of its site. */
export async function openSomeRound(page: Page) {
  const some = await someRound(page);
  await openRoute(page, `${detailsRoute}?id=${some.round.id}&zone=site`);
  return some;
}
