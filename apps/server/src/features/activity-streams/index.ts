export { createActivityStreams } from './activity-streams.feature.ts';
