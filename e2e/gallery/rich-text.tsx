// The component that shows stored rich text, fed with whatever the event `show` brings: no server has cleaned it before.
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { cleanText } from '../../apps/console/src/lib/rich-text/clean-html.ts';
import RichHtml from '../../apps/console/src/lib/rich-text/rich-html.tsx';

const root = document.querySelector('#root');

function Shown() {
  const [html, setHtml] = useState('');
  useEffect(() => {
    const show = (event: Event) => {
      if (event instanceof CustomEvent) setHtml(String(event.detail));
    };
    window.addEventListener('show', show);
    root?.setAttribute('data-ready', '');
    return () => window.removeEventListener('show', show);
  }, []);
  return (
    <>
      <article>
        <RichHtml html={html} />
      </article>
      {/* What the editor is filled with, parsed as a careless reader would. */}
      <section ref={(section) => section?.setHTMLUnsafe(cleanText(html))} />
    </>
  );
}

if (root !== null) createRoot(root).render(<Shown />);
