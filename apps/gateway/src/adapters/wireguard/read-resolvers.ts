import { readFile } from 'node:fs/promises';

/** Of the C library, and the servers behind the local ones that systemd-resolved and NetworkManager run. */
export const resolverFiles: readonly string[] = [
  '/etc/resolv.conf',
  '/run/systemd/resolve/resolv.conf',
  '/run/NetworkManager/no-stub-resolv.conf',
];

/** The `nameserver` lines of the files, in the format of resolv.conf(5). A file that cannot be read has none. */
export async function readResolvers(files: readonly string[]): Promise<string[]> {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  return texts.flatMap((text) => [...text.matchAll(/^nameserver[ \t]+(\S+)/gm)].map(([, server = '']) => server));
}
