import { defineConfig } from '@playwright/test';
import { longestJourneys } from './checks/longest-tests.ts';

const executablePath = process.env.CHROMIUM_PATH;
const longest = longestJourneys.map((file) => `**/${file}`);

/** Journeys against the real server in a real browser; `npm test` finds the browser and names it in CHROMIUM_PATH. */
export default defineConfig({
  testDir: 'e2e',
  // In this order.
  projects: [
    { name: 'longest', testMatch: longest },
    { name: 'others', testMatch: '**/*.e2e.ts', testIgnore: longest },
  ],
  globalSetup: './e2e/global-setup.ts',
  outputDir: '.cache/test-results/playwright',
  forbidOnly: true,
  fullyParallel: false,
  // One more than the cores that journeys are measured on: some wait for what takes its time in earnest.
  workers: 3,
  // A browser on a loaded machine misses a click now and then; who needed the second try is named at the end.
  retries: 1,
  // Twice what the slowest machine needs that these ran on: a limit tells what hangs, not what is slow.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    headless: true,
    // A click on what went away fails soon, and not only when all of the journey's time is over.
    actionTimeout: 40_000,
    viewport: { width: 1280, height: 800 },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: ['--disable-dev-shm-usage'] },
  },
});
