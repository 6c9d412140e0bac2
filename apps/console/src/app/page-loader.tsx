import { useEffect, useState } from 'react';
import { onAppEvent } from '../lib/app-events.ts';
import { Loader } from '../ui/feedback/loader.tsx';

/** Full-page loader, shown while more was asked to show it than to hide it (SHELL-03). */
export function PageLoader() {
  const [depth, setDepth] = useState(0);
  useEffect(() => {
    const stops = [
      onAppEvent('loaderShown', () => setDepth((now) => now + 1)),
      onAppEvent('loaderHidden', () => setDepth((now) => Math.max(0, now - 1))),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
  return <Loader isShown={depth > 0} />;
}
