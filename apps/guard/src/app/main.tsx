// The guards' app's first breath: language, database, sender, service worker.
import '@fontsource-variable/inter';
import '@fontsource/noto-sans-devanagari/devanagari-400.css';
import '../ui/base.css';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { spokenLanguage } from '@watchpost/domain/languages';
import { putCompanyOnHomeScreen } from '../lib/company-given.ts';
import { languageChosen } from '../lib/language-choice.tsx';
import { followClock, serverNowMs } from '../lib/device-time.ts';
import { speak } from '../lib/labels.ts';
import { followLinks } from '../lib/screens.ts';
import { isFull } from '../lib/storage-fault.ts';
import { openDatabase } from '../outbox/database.ts';
import { restoreDrafts } from '../outbox/saved-drafts.ts';
import { setAppBuild } from '../outbox/office.ts';
import { followPhone, refreshPhone } from '../outbox/phone.ts';
import { forgetSent } from '../outbox/recording.ts';
import { startSender } from '../outbox/sender.ts';
import { refreshPlan } from '../outbox/sessions.ts';
import { persistStorage } from '../outbox/disk-space.ts';
import { followUpdates } from './app-updates.ts';
import { GuardApp } from './guard-app.tsx';
import { NoStorage } from './no-storage.tsx';

/** Routes and due rounds are fetched this often while the app is open. */
const planEveryMs = 300_000;

/** What was sent and is old is forgotten this often while the app is open. */
const forgetEveryMs = 600_000;

function draw(app: ReactNode): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  createRoot(root).render(<StrictMode>{app}</StrictMode>);
}

function refreshPlanRegularly(): void {
  const fetchPlan = () => void refreshPlan().catch(() => {});
  const forgetOld = async () => forgetSent(await openDatabase(), serverNowMs());
  fetchPlan();
  // Some phones have the app open for weeks.
  setInterval(() => void forgetOld().catch(() => {}), forgetEveryMs);
  setInterval(fetchPlan, planEveryMs);
  // It brings the server's time, and how far the phone's clock is from it now.
  followClock(fetchPlan);
  window.addEventListener('online', fetchPlan);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') fetchPlan();
  });
}

/** The name that the build gave this very program, which changes with anything in it. */
const buildOf = (address: string): string => /-([\w-]+)\.js$/.exec(new URL(address).pathname)?.[1] ?? '';

async function start(): Promise<void> {
  setAppBuild(buildOf(import.meta.url));
  const choice = { user: null, browser: languageChosen(), tenant: null, preferred: navigator.languages };
  await speak(spokenLanguage(choice)).catch(() => {});
  putCompanyOnHomeScreen();
  followUpdates();
  followLinks();
  try {
    await forgetSent(await openDatabase(), serverNowMs());
    // What cannot be read costs what was not finished, and not the app.
    await restoreDrafts().catch(() => {});
    followPhone();
    await refreshPhone();
  } catch (error) {
    draw(<NoStorage fault={isFull(error) ? 'fault.full' : 'fault.noDatabase'} />);
    return;
  }
  draw(<GuardApp />);
  startSender();
  refreshPlanRegularly();
  void persistStorage();
}

void start();
