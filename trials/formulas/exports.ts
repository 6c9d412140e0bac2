// Every file of a table that the product makes, in every format of a spreadsheet.
import fs from 'node:fs';
import path from 'node:path';
import { allEndpoints } from '@watchpost/contract/all-endpoints';
import type { Endpoint } from '@watchpost/contract/endpoint';
import { exportMediaTypes } from '@watchpost/contract/exports';
import * as z from 'zod/mini';
import { pathOf, sampleOf, type SampleWorld } from '../../apps/server/src/testing/endpoint-samples.ts';
import { keysOf } from '../../apps/server/src/testing/raw-requests.ts';
import { formOf } from '../../apps/server/src/testing/test-files.ts';
import type { Send } from '../product/send.ts';
import { plantedText } from './hostile-values.ts';

export const formats = ['xls', 'xlsx', 'csv'] as const;

export const exporting = allEndpoints.filter(
  ({ files, query }) => files === exportMediaTypes && keysOf(query).includes('format'),
);

const formatsOf = (endpoint: Endpoint, query: object) =>
  formats.filter((format) => z.safeParse(endpoint.query, { ...query, format }).success);

export interface ExportSource {
  readonly send: Send;
  readonly world: SampleWorld;
  readonly headers: Readonly<Record<string, string>>;
  /** What each planted word begins with. */
  readonly beginning: string;
}

/** Writes them into a folder as {endpoint}.{format}; those that there are none of, each with its status. */
export async function writeExports(source: ExportSource, folder: string): Promise<string[]> {
  const { send, world, headers } = source;
  const missing: string[] = [];
  for (const endpoint of exporting) {
    const { params: known, query = {} } = sampleOf(endpoint, world);
    const params = isOfImport(endpoint) ? { id: await failedImport(source, endpoint) } : known;
    for (const format of formatsOf(endpoint, query)) {
      const asked = new URLSearchParams({ ...query, format });
      const url = `/api/${world.tenant.slug}${pathOf(endpoint, params)}?${asked}`;
      const answer = await send({ method: endpoint.method, url, headers, remoteAddress: '192.0.2.1' });
      if (answer.statusCode !== 200) missing.push(`${endpoint.name} as ${format}: ${answer.statusCode}`);
      else fs.writeFileSync(path.join(folder, `${endpoint.name}.${format}`), answer.bytes);
    }
  }
  return missing;
}

const errorsSuffix = '/:id/errors';
const isOfImport = (endpoint: Endpoint): boolean => endpoint.path.endsWith(errorsSuffix);

/** Sends a sheet whose every row is wrong, and has it checked: what comes back are the sender's own words. */
async function failedImport(source: ExportSource, endpoint: Endpoint): Promise<string> {
  const { send, world, headers, beginning } = source;
  const home = `/api/${world.tenant.slug}${endpoint.path.slice(0, -errorsSuffix.length)}`;
  const headings = endpoint.name.includes('Guard') ? 'Employee ID,Name' : 'Name,Site';
  const value = `"${plantedText(beginning, 'Sent').replaceAll('"', '""')}"`;
  const form = formOf(Buffer.from(`${headings}\n${value},${value}\n`), 'rows.csv', 'text/csv');
  const remoteAddress = '192.0.2.1';
  const sent = await send({
    method: 'POST',
    url: home,
    headers: { ...headers, ...form.headers },
    payload: form.payload,
    remoteAddress,
  });
  const { id, mapping } = JSON.parse(sent.body);
  await send({
    method: 'PUT',
    url: `${home}/${id}`,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: JSON.stringify({ mapping }),
    remoteAddress,
  });
  return String(id);
}
