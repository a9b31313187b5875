import { launchWithProduct } from './launch.mjs';

await launchWithProduct('demo/pictures.ts');
