import type { DirectoryTest } from '@gatewarden/contract/directory-sync';
import { errorMessage } from '@gatewarden/contract/error-messages';
import { DomainError } from '@gatewarden/contract/errors';
import { type DirectorySource, getSource, type ListSources } from './directory-source.ts';

/**
 * Whether the directory can be read. A failure is a result too. Without a name, tests the directory of the first provider
 * that is synchronized, as the interface specifies; LDAP if there is none.
 * @throws directory_source_not_found
 */
export async function testDirectory(listSources: ListSources, name: string | undefined): Promise<DirectoryTest> {
  const source = name === undefined ? await findUsual(listSources) : await getSource(listSources, name);
  try {
    await source.test();
    return { success: true, message: 'The directory can be read', code: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { success: false, message: errorMessage[error.code], code: error.code };
  }
}

async function findUsual(listSources: ListSources): Promise<DirectorySource> {
  for (const source of await listSources())
    if (source.kind !== 'ldap' && (await source.rules()).isEnabled) return source;
  return getSource(listSources, 'ldap');
}
