export { createEnrollment } from './enrollment.feature.ts';
