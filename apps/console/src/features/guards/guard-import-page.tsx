import { ImportPage } from '../../records/imports/import-page.tsx';
import { guardImport } from './guard-import-kind.ts';

export const GuardImportPage = () => <ImportPage kind={guardImport} />;
