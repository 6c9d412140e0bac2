import { startDisplay } from '../features/display/display-page.ts';

const root = document.getElementById('root');
if (root !== null) startDisplay(root);
