import { launchWithProduct } from './launch.mjs';

await launchWithProduct('demo/main.ts');
