import { addTextFiles } from '../i18n/i18n.ts';

// before anything asks for texts: imported first by the entry, and by the setup of tests
addTextFiles(import.meta.glob('../features/*/texts/{en,ko,pl}.json'));
