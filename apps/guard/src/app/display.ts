import { startDisplay } from '../features/display/display-page.ts';

/** After a power cut the page opens without a network, where the browser can keep it. */
function cachePage(): void {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  if (serviceWorker.controller !== null) {
    // A newer page is kept now; the screen has nothing to lose by it.
    serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true });
  }
  serviceWorker.register('sw.js', { updateViaCache: 'none' }).catch(() => {
    // Without one the page works but needs the network to open.
  });
}

const root = document.getElementById('root');
if (root !== null) startDisplay(root);
cachePage();
