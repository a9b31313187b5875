export { AccessReferencesNote } from './access-references-note.tsx';
