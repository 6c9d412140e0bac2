import { defineConfig } from '@playwright/test';

const executablePath = process.env.CHROMIUM_PATH;

/** Journeys against the real server in a real browser; `npm test` finds the browser and names it in CHROMIUM_PATH. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './e2e/global-setup.ts',
  outputDir: '.cache/test-results/playwright',
  forbidOnly: true,
  fullyParallel: false,
  workers: 2,
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
