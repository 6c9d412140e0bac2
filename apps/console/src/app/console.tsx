// The console's first breath: scheme, providers, router.
import '@fontsource-variable/inter';
import { RouterProvider } from '@tanstack/react-router';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { messageDisplayMs } from '@watchpost/domain/limits';
import { searchable } from '@watchpost/domain/readers/searchable';
import { storedColorScheme } from '../lib/color-scheme.ts';
import { fetchedOrWhy } from '../lib/fetched-code.ts';
import { currentLanguage, currentLocale, inLanguage, useLanguage } from '../lib/labels.ts';
import { followLanguage, speak, chosenLanguage } from '../lib/language.ts';
import { makeOutputWhenTouched } from '../lib/touched-output.ts';
import { GroundContext } from '../ui/map/ground.ts';
import { applyColorScheme } from '../ui/theme/theme.ts';
import { UiProvider } from '../ui/ui-provider.tsx';
import { PageLoader } from './page-loader.tsx';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';
import { followPushWhenIdle } from './push-following.ts';
import { followSession } from './session-following.ts';
import { followTenantLook } from './tenant-look.ts';
import { uiLabels } from './ui-labels.ts';
import { followZone } from './zone-following.ts';

applyColorScheme(storedColorScheme());
document.documentElement.lang = currentLanguage();
followTenantLook();
followSession(router, queryClient);
followPushWhenIdle();
makeOutputWhenTouched();

/** Fetched with the first map. */
const loadGround = async () => (await import('../lib/map-ground.ts')).loadGround();

function Console() {
  const language = useLanguage();
  const labels = useMemo(() => inLanguage(language, uiLabels()), [language]);
  return (
    <UiProvider
      labels={labels}
      locale={currentLocale()}
      fold={searchable}
      toastDurationMs={messageDisplayMs}
      fetchCode={fetchedOrWhy}
    >
      <QueryClientProvider client={queryClient}>
        <GroundContext value={loadGround}>
          <RouterProvider router={router} />
        </GroundContext>
      </QueryClientProvider>
      <PageLoader />
    </UiProvider>
  );
}

function draw(): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <Console />
    </StrictMode>,
  );
  // Its texts are there by now.
  followZone(queryClient);
}

/** The first script does not wait for the page's end. */
function drawWhenParsed(): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', draw, { once: true });
  else draw();
}

followLanguage();
const firstLanguage = chosenLanguage();
if (firstLanguage === currentLanguage()) drawWhenParsed();
else
  void speak(firstLanguage)
    .catch(() => {})
    .finally(drawWhenParsed);
