export { createInfo } from './info.feature.ts';
