import { readFile } from 'node:fs/promises';

/** The file of the C library, and those with the upstream servers of systemd-resolved and NetworkManager. */
export const resolverFiles: readonly string[] = [
  '/etc/resolv.conf',
  '/run/systemd/resolve/resolv.conf',
  '/run/NetworkManager/no-stub-resolv.conf',
];

/** The servers of the `nameserver` lines, as in resolv.conf(5). Files that cannot be read are skipped. */
export async function readResolvers(files: readonly string[]): Promise<string[]> {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  return texts.flatMap((text) => [...text.matchAll(/^nameserver[ \t]+(\S+)/gm)].map(([, server = '']) => server));
}
