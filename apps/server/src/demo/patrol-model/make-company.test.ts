import { distanceMetres } from '@watchpost/domain/geo';
import { employeeIdMaxLength } from '@watchpost/domain/limits';
import { alphanumericPattern } from '@watchpost/domain/patterns';
import { personNamePattern } from '@watchpost/domain/readers/names';
import { expect, test } from 'vitest';
import { makeCompany } from './make-company.ts';
import { demoShape } from './shapes.ts';

const nowMs = Date.UTC(2026, 8, 10, 9, 30);
const company = makeCompany(1, demoShape(nowMs));
const currentCheckpoints = company.sites.flatMap((site) =>
  site.routes.map((route) => route.versions.at(-1)?.checkpoints ?? []),
);

test('the same seed and shape give the same company, another seed another', () => {
  expect(makeCompany(1, demoShape(nowMs))).toEqual(company);
  expect(makeCompany(2, demoShape(nowMs)).guards).not.toEqual(company.guards);
});

test('the demo company has 12 sites, 60 guards and 250 checkpoints, each on exactly one site', () => {
  expect(company.sites).toHaveLength(12);
  expect(company.guards).toHaveLength(60);
  expect(company.sites.flatMap((site) => site.guards)).toEqual(company.guards);
  const ids = company.sites.flatMap((site) => site.checkpoints.map((point) => point.checkpointId));
  expect(new Set(ids).size).toBe(250);
  expect(currentCheckpoints.flat().map((point) => point.checkpointId)).toEqual(ids);
});

test('guards are numbered from EMP001 and have names that the forms accept', () => {
  expect(company.guards[0]?.employeeId).toBe('EMP001');
  expect(company.guards.at(-1)?.employeeId).toBe('EMP060');
  for (const guard of company.guards) {
    expect(guard.employeeId).toMatch(alphanumericPattern);
    expect(guard.employeeId.length).toBeLessThanOrEqual(employeeIdMaxLength);
    expect(`${guard.firstName} ${guard.lastName}`).toMatch(personNamePattern);
  }
});

test('sites lie in and around Pune under names of their own', () => {
  expect(new Set(company.sites.map((site) => site.name)).size).toBe(12);
  for (const site of company.sites) {
    expect(distanceMetres(site, { latitude: 18.5971, longitude: 73.7188 })).toBeLessThan(40_000);
  }
});

test('checkpoints stand 15 m or more apart on their premises, and 15 to 120 m from the next on the route', () => {
  for (const site of company.sites) {
    for (const point of site.checkpoints) {
      expect(distanceMetres(site, point)).toBeLessThan(200);
      const others = site.checkpoints.filter((other) => other !== point);
      const nearest = Math.min(...others.map((other) => distanceMetres(point, other)));
      expect(nearest).toBeGreaterThan(15);
    }
  }
  for (const points of currentCheckpoints) {
    for (const [index, point] of points.slice(1).entries()) {
      expect(distanceMetres(points[index] ?? point, point)).toBeLessThan(120);
    }
  }
});

test('a checkpoint name occurs once on a site', () => {
  for (const site of company.sites) {
    expect(new Set(site.checkpoints.map((point) => point.name)).size).toBe(site.checkpoints.length);
  }
});

test('exactly one guard and one site are weak, and not together', () => {
  const weakSites = company.sites.filter((site) => site.isWeak);
  expect(company.guards.filter((guard) => guard.isWeak)).toHaveLength(1);
  expect(weakSites).toHaveLength(1);
  expect(weakSites[0]?.guards.some((guard) => guard.isWeak)).toBe(false);
});

test('a route that changed keeps its earlier version', () => {
  const changed = company.sites.flatMap((site) => site.routes).filter((route) => route.versions.length > 1);
  expect(changed.length).toBeGreaterThan(3);
  for (const route of changed) {
    const [first, second] = route.versions;
    expect(first?.validFromMs).toBe(company.shape.openedAtMs);
    expect(second?.validFromMs).toBeGreaterThan(company.shape.openedAtMs);
    expect(second?.checkpoints.slice(0, -1)).toEqual(first?.checkpoints);
  }
});

test('a large company and a shape that cannot be', () => {
  const shape = { ...demoShape(nowMs), sites: 60, guards: 1_200, checkpoints: 900 };
  const large = makeCompany(7, shape);
  expect(large.sites.flatMap((site) => site.checkpoints)).toHaveLength(900);
  expect(new Set(large.sites.map((site) => site.name)).size).toBe(60);
  expect(large.guards.at(-1)?.employeeId).toBe('EMP1200');
  expect(() => makeCompany(7, { ...shape, guards: 59 })).toThrow(RangeError);
});
