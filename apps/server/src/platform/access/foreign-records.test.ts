// The short form of trials/authorization.
import { beforeAll, expect, it } from 'vitest';
import { inProcess } from '../../testing/asked-server.ts';
import { askOracles } from '../../testing/foreign-oracles.ts';
import { askOfForeignRecords } from '../../testing/foreign-records.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await testApp();
});

it('[REP-07] an id of another site or another tenant is answered as one that nothing has', async () => {
  const { pairs, endpoints, leaks } = await askOfForeignRecords(inProcess(server), {
    exhaustive: false,
  });
  expect(leaks).toEqual([]);
  expect(pairs.size).toBe(4);
  expect(endpoints.size).toBeGreaterThan(150);
}, 300_000);

it('[REP-07] lists, searches and exports are answered alike, whatever another site or another tenant has', async () => {
  const { questions, endpoints, leaks } = await askOracles(inProcess(server), {
    seed: 1,
    each: 1,
    isUsed: false,
  });
  expect(leaks).toEqual([]);
  expect(questions.size).toBe(6);
  expect(endpoints.size).toBeGreaterThan(100);
}, 300_000);
