import { launchWithProduct } from './launch.mjs';

await launchWithProduct('bench/main.ts');
