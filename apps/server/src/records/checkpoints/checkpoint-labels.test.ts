// Label sheets as a printer gets them: rendered, and their codes read as a guard's phone reads them.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { typedCodeOf } from '@watchpost/domain/checkpoint-codes';
import { labelSheetNames, labelSheets, type LabelSheetName, labelsOn } from '@watchpost/domain/checkpoints';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { findLiveCodes, issueCodes } from '../checkpoint-codes/checkpoint-codes.queries.ts';
import { type MadeTenant, makeCheckpoint, makeSite, makeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

// Whole pages in print resolution.
vi.setConfig({ testTimeout: 120_000 });

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;
let pdfium: PDFiumLibrary;
let ids: string[];
let codes: Map<string, string>;

const long = 'Look along the whole length for breaks and ladders, try both locks and read the meter. ';

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner, { name: 'Sahyadri Guarding' });
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
  const siteId = await makeSite(server.owner, tenant, { name: 'Mill' });
  const names = [
    'Gate',
    'पूर्व दरवाज़ा',
    'W'.repeat(100),
    'Łódź Ωmega 東',
    ...Array.from({ length: 23 }, (_, n) => `No ${n}`),
  ];
  ids = [];
  for (const name of names) {
    const values = { name, instructions: long.repeat(8).trim(), activated: names.indexOf(name) !== 5 };
    ids.push((await makeCheckpoint(server.owner, tenant, siteId, values)).checkpointId);
  }
  await issueCodes(server.owner, tenant.id, ids.slice(1));
  // One that another system issued, as it hangs on the wall.
  const [first = ''] = ids;
  const old = {
    tenant_id: tenant.id,
    id: randomUUID(),
    checkpoint_id: first,
    code: 'https://old.example/c/17?x=ß',
  };
  await server.owner.insertInto('qr_codes').values(old).execute();
  const live = await findLiveCodes(server.owner, tenant.id, ids);
  codes = new Map(live.map(({ checkpointId, code }) => [checkpointId, code]));
  pdfium = await PDFiumLibrary.init();
  const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  const wasmBinary = Uint8Array.from(await readFile(wasm)).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
});

afterAll(() => pdfium.destroy());

const print = (body: object, caller = admin) => caller('POST', '/secure/checkpoints/labels', { body });
const request = (change: object = {}) => ({
  ids,
  sheet: 'a4x3x8',
  skip: 0,
  hasInstructions: true,
  ...change,
});

interface ReadPage {
  /** Page size in points. */
  readonly width: number;
  readonly height: number;
  readonly text: string;
  /** With the middle of the code, in millimetres. */
  readonly codes: readonly { readonly text: string; readonly x: number; readonly y: number }[];
}

const millimetresPerPoint = 25.4 / 72;

async function readPages(pdf: Buffer, dotsPerInch: number): Promise<ReadPage[]> {
  const document = await pdfium.loadDocument(pdf);
  const pages: ReadPage[] = [];
  for (const page of document.pages()) {
    // Before it is rendered, which closes it.
    const words = page.getText();
    const { data, width, height, originalWidth, originalHeight } = await page.render({
      scale: dotsPerInch / 72,
      render: 'bitmap',
    });
    const picture = sharp(data, { raw: { width, height, channels: 4 } });
    const png = await picture.grayscale().png({ compressionLevel: 1 }).toBuffer();
    // Of no other kind: small print looks like a Micro QR code now and then.
    const found = await readBarcodes(png, { formats: ['QRCodeModel2'], maxNumberOfSymbols: 100 });
    const perPixel = (originalWidth / width) * millimetresPerPoint;
    pages.push({
      width: originalWidth,
      height: originalHeight,
      text: words,
      codes: found.map(({ text, position: { topLeft, bottomRight } }) => ({
        text,
        x: ((topLeft.x + bottomRight.x) / 2) * perPixel,
        y: ((topLeft.y + bottomRight.y) / 2) * perPixel,
      })),
    });
  }
  document.destroy();
  return pages;
}

/** The place on the sheet of whatever label holds the point; -1 for none. */
function placeOf(sheet: LabelSheetName, { x, y }: { x: number; y: number }): number {
  const { label, columns, first, pitch } = labelSheets[sheet];
  const places = Array.from({ length: labelsOn(sheet) }, (_, place) => ({
    left: first.x + (place % columns) * pitch.x,
    top: first.y + Math.floor(place / columns) * pitch.y,
  }));
  return places.findIndex(
    ({ left, top }) => x > left && x < left + label.width && y > top && y < top + label.height,
  );
}

describe('printed labels', () => {
  it.each(labelSheetNames)(
    '[MNG-04] on the sheet %s are read as exactly the codes that are stored, each in its place',
    async (sheet) => {
      const perSheet = labelsOn(sheet);
      const few = perSheet === 1 ? ids.slice(0, 5) : ids;
      const skip = perSheet === 1 ? 0 : 3;
      const reply = await print(request({ ids: few, sheet, skip }));
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf']);
      const pages = await readPages(reply.rawPayload, perSheet === 1 ? 90 : 180);
      const { page } = labelSheets[sheet];
      for (const { width, height } of pages) {
        expect(Math.abs(width * millimetresPerPoint - page.width)).toBeLessThan(0.5);
        expect(Math.abs(height * millimetresPerPoint - page.height)).toBeLessThan(0.5);
      }
      const read = pages
        .flatMap((each, index) =>
          each.codes.map((code) => ({ place: index * perSheet + placeOf(sheet, code), text: code.text })),
        )
        .toSorted((one, other) => one.place - other.place);
      expect(read).toEqual(few.map((id, index) => ({ place: skip + index, text: codes.get(id) })));
      expect(pages).toHaveLength(Math.ceil((few.length + skip) / perSheet));
    },
  );

  it('[MNG-04] say what to type, where they belong and what to do there', async () => {
    const [pageWith] = await readPages((await print(request({ ids: [ids[4]] }))).rawPayload, 100);
    const typed = typedCodeOf(codes.get(ids[4] ?? '') ?? '');
    for (const words of [
      `${typed.slice(0, 4)} ${typed.slice(4)}`,
      'No 0',
      'Mill',
      'Sahyadri Guarding',
      'Look along',
    ])
      expect(pageWith?.text).toContain(words);
    // Cut off, not run over the edge.
    expect(pageWith?.text).toContain('…');
    const [without] = await readPages(
      (await print(request({ ids: [ids[4]], hasInstructions: false }))).rawPayload,
      100,
    );
    expect(without?.text).not.toContain('Look along');
  });

  it('[INPUT-04] show a name in every script', async () => {
    const [page] = await readPages((await print(request({ ids: [ids[1], ids[3]] }))).rawPayload, 100);
    for (const letters of ['प', 'Łódź', 'Ωmega', '東']) expect(page?.text).toContain(letters);
    expect(page?.text).not.toContain('?');
  });

  it('[MNG-04] are smaller where their words would else be cut off', async () => {
    const name = 'East gate of the northern parking deck, level minus two';
    const siteId = await makeSite(server.owner, tenant, { name: 'Mill' });
    const { checkpointId } = await makeCheckpoint(server.owner, tenant, siteId, { name, instructions: long });
    await issueCodes(server.owner, tenant.id, [checkpointId]);
    for (const sheet of ['a4x1x1', 'a4x2x4', 'roll62x100']) {
      const [page] = await readPages((await print(request({ ids: [checkpointId], sheet }))).rawPayload, 100);
      for (const words of ['minus two', 'Mill', 'Sahyadri Guarding', 'read the meter.'])
        expect(page?.text.replaceAll(/\s+/g, ' ')).toContain(words);
      expect(page?.text).not.toContain('…');
    }
  });

  it.each(['a4x1x1', 'roll62x100'] as const)(
    '[MNG-04] stand in the middle of the sheet %s',
    async (sheet) => {
      const reply = await print(request({ ids: [ids[4]], sheet, hasInstructions: false }));
      const document = await pdfium.loadDocument(reply.rawPayload);
      const [page] = document.pages();
      const rendered = await page?.render({ scale: 2, render: 'bitmap' });
      document.destroy();
      const { data, width, height } = rendered ?? { data: Buffer.alloc(0), width: 0, height: 0 };
      const { info } = await sharp(data, { raw: { width, height, channels: 4 } })
        .trim({ background: '#ffffff' })
        .toBuffer({ resolveWithObject: true });
      // The white before what is printed, which sharp counts below nought, and behind it.
      const [left, top] = [-(info.trimOffsetLeft ?? 0), -(info.trimOffsetTop ?? 0)];
      const [right, bottom] = [width - info.width - left, height - info.height - top];
      expect(Math.min(left, top)).toBeGreaterThan(0);
      expect(Math.abs(left - right)).toBeLessThan(width / 30);
      expect(Math.abs(top - bottom)).toBeLessThan(height / 30);
    },
  );

  it('[MNG-04] are of the valid code after a reissue, and leave an entry in the audit log', async () => {
    const id = ids[6] ?? '';
    const before = codes.get(id);
    await admin('POST', '/secure/checkpoints/codes', { body: { ids: [id] } });
    const [live] = await findLiveCodes(server.owner, tenant.id, [id]);
    const [page] = await readPages((await print(request({ ids: [id] }))).rawPayload, 180);
    expect(page?.codes.map(({ text }) => text)).toEqual([live?.code]);
    expect(live?.code).not.toBe(before);
    const log = (await admin('GET', '/secure/audit-log', { query: { subjectId: id } })).json().data;
    expect(log.map(({ action }: { action: string }) => action).slice(0, 2)).toEqual([
      'checkpoint.labelsPrinted',
      'checkpoint.codeReissued',
    ]);
  });

  it('are not printed of others, of deleted checkpoints, nor without a code', async () => {
    const site = await makeSite(server.owner, tenant);
    const codeless = (await makeCheckpoint(server.owner, tenant, site)).checkpointId;
    const gone = { activated: false, deleted_at: new Date() };
    const deleted = (await makeCheckpoint(server.owner, tenant, site, gone)).checkpointId;
    await issueCodes(server.owner, tenant.id, [deleted]);
    const sub = await browserOf(server, tenant, (await makeUser(server.owner, tenant, { siteId: site })).id);
    const access = JSON.stringify({ CHECKPOINTS: ['view', 'edit'] });
    await server.owner
      .insertInto('tenant_settings')
      .values({ tenant_id: tenant.id, sub_admin_access: access })
      .execute();
    const stranger = await makeTenant(server.owner);
    const other = await browserOf(server, stranger, (await makeUser(server.owner, stranger)).id);
    const replies = [
      await print(request({ ids: [codeless, deleted, randomUUID()] })),
      await print(request(), sub),
      await print(request(), other),
    ];
    expect(replies.map((reply) => [reply.statusCode, reply.json().general[0].code])).toEqual(
      replies.map(() => [409, 'nothingToExport']),
    );
    const [page] = await readPages((await print(request({ ids: [codeless, ids[1]] }))).rawPayload, 180);
    expect(page?.codes.map(({ text }) => text)).toEqual([codes.get(ids[1] ?? '')]);
  });
});
