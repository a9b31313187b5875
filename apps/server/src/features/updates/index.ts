export { compareVersions } from './compare-versions.ts';
export { describeFeed, FeedError, requireCurrent, signFeed, verifyFeed } from './feed.ts';
export { type ReleaseKey, readReleaseKeys, toReleaseKeys } from './release-keys.ts';
export { createUpdates } from './updates.feature.ts';
