export { type DirectorySource, type ListSources, providerSourceName } from './directory-source.ts';
export { createDirectorySync } from './directory-sync.feature.ts';
export { toDomainError } from './read-directory.ts';
