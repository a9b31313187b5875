import { formatAddress, parseAddress } from '@gatewarden/net/address';
import type { SplitDns } from '../ports/name-resolution.ts';

/** RFC 1035 §2.3.4, RFC 2181 §11: at least one label; no root, which would redirect all names. */
const domainName = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/;
const maxEntries = 32;

/** The setting of a location in the format of wg-quick: addresses of servers and search domains. Others are left out. */
export function parseDns(text: string): SplitDns {
  const entries = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, maxEntries);
  const servers = entries.flatMap((entry) => {
    const address = parseAddress(entry);
    return address ? [formatAddress(address)] : [];
  });
  const domains = entries
    .map((entry) => entry.toLowerCase().replace(/\.$/, ''))
    // what has only digits and dots is a mistyped address
    .filter((entry) => domainName.test(entry) && !parseAddress(entry) && !/^[\d.]+$/.test(entry));
  return { servers: [...new Set(servers)], domains: [...new Set(domains)] };
}
