import { describe, expect, it } from 'vitest';
import { fileNameIn, receiveFile } from './receive-file.ts';

describe('name of a download', () => {
  it.each([
    ['attachment; filename="Scanned Report.xls"', 'Scanned Report.xls'],
    ['attachment; filename=print.pdf', 'print.pdf'],
    ['attachment; filename="a.xls"; filename*=UTF-8\'\'%E0%A4%97%E0%A4%B6%E0%A5%8D%E0%A4%A4.xls', 'गश्त.xls'],
    ['attachment; filename="../../etc/passwd"', '.. .. etc passwd'],
    ['attachment; filename="say \\"hi\\".csv"', 'say "hi".csv'],
    ["attachment; filename*=UTF-8''%E0%A4%A", undefined],
    ['inline', undefined],
    [null, undefined],
  ])('%s is saved as %s', (header, name) => expect(fileNameIn(header)).toBe(name));
});

it('tells the bytes received, and the whole only where the server knows it', async () => {
  const parts = [new Uint8Array(3), new Uint8Array(5)];
  const stream = new ReadableStream({
    pull(controller) {
      const part = parts.shift();
      if (part === undefined) controller.close();
      else controller.enqueue(part);
    },
  });
  const seen: unknown[] = [];
  const headers = { 'Content-Length': '8', 'Content-Type': 'text/csv' };
  const { blob } = await receiveFile(new Response(stream, { headers }), (progress) => seen.push(progress));
  expect(seen).toEqual([
    { receivedBytes: 3, totalBytes: 8 },
    { receivedBytes: 8, totalBytes: 8 },
  ]);
  expect([blob.size, blob.type]).toEqual([8, 'text/csv']);
});
