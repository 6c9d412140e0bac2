import { randomUUID } from 'node:crypto';
import { expect, openRoute, test } from './signed-in.ts';
import { FieldDevice } from './field-device.ts';
test.setTimeout(240_000);
test('shots', async ({ page, request }) => {
  const dev = await FieldDevice.signIn(request, 'EMP001');
  const signin = await request.post('/api/demo/field/signin', { data: { employeeId: 'EMP001', secret: 'Patrol-demo-1', deviceId: randomUUID() } });
  const headers = { authorization: `Bearer ${(await signin.json()).accessToken}` };
  const { route } = dev;
  const now = Date.now();
  const err = -now + 720_000;
  const [dutyId, roundId, sosId, incId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const at = (min: number) => now + min * 60_000;
  const events = [
    { kind: 'dutyStarted', id: dutyId, siteId: route.siteId, deviceAtMs: at(-20) + err },
    { kind: 'roundStarted', id: roundId, routeVersionId: route.routeVersionId, deviceAtMs: at(-15) + err },
    ...route.checkpoints.slice(0, 3).map((c: any, i: number) => ({ kind: 'checkpointScanned', id: randomUUID(), roundId, checkpointId: c.checkpointId, deviceAtMs: at(-14 + i * 3) + err, method: 'qr', position: { latitude: c.latitude, longitude: c.longitude, accuracyMetres: 5 } })),
    { kind: 'checkpointScanned', id: randomUUID(), roundId, checkpointId: route.checkpoints[3]?.checkpointId, deviceAtMs: at(500) + err, method: 'qr', position: null },
    { kind: 'roundEnded', id: randomUUID(), roundId, deviceAtMs: at(-2) + err },
    { kind: 'dutyEnded', id: randomUUID(), dutyId, deviceAtMs: at(-1) + err },
  ];
  const sentAtMs = now + err;
  const post = async (path: string, data: object) => { const r = await request.post(`/api/demo/field/${path}`, { data, headers }); expect(r.status(), await r.text()).toBe(200); };
  await post('events', { sentAtMs, events });
  await post('sos', { sentAtMs, sos: { id: sosId, siteId: route.siteId, deviceAtMs: at(-3) + err, position: null } });
  await post(`sos/${sosId}/safe`, { sentAtMs, safe: { id: randomUUID(), deviceAtMs: at(300) + err } });
  await post('incident', { sentAtMs, incident: { id: incId, siteId: route.siteId, type: 'fire', severity: 'low', description: 'Smoke near the pump.', deviceAtMs: at(-4) + err, position: null } });
  for (const scheme of ['light', 'dark'] as const) for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 1000 });
    await page.emulateMedia({ colorScheme: scheme });
    for (const [name, r] of [['round', `patrolling-reports/scanned-checkpoints-details?id=${roundId}`], ['duty', `patrolling-reports/login-logout-details?id=${dutyId}`], ['incident', `manage-incidents/incident-details?id=${incId}`], ['sos', `admin-dashboard/live?sos=${sosId}`]] as const) {
      await page.goto(`/#/${r}`);
      await page.waitForTimeout(2500);
      await page.screenshot({ path: `/tmp/time-shot-${name}-${width}-${scheme}.png`, fullPage: name !== 'sos' });
      console.log(name, width, scheme, page.url(), (await page.locator('body').innerText()).match(/Phone’s clock[^\n]*/g));
    }
  }
});
