import type { Endpoint } from '@gatewarden/contract/endpoint';
import { DomainError } from '@gatewarden/contract/errors';
import type { Tx } from '../../platform/database/database.ts';
import { loginName } from './login-name.ts';

/**
 * Accounts that Debian, Ubuntu, Red Hat, cloud images and common packages create: with SSH keys from this instance, a
 * user of such a name would sign in to servers as that account. `systemd-…` is reserved as a whole.
 */
const systemAccounts = new Set([
  ...`root toor daemon bin sys sync games man lp mail news uucp proxy www-data backup list irc gnats
  adm operator halt shutdown ftp messagebus dbus sshd polkitd avahi rtkit tss uuidd tcpdump syslog landscape pollinate
  dnsmasq usbmux rpc rpcuser statd named bind ntp chrony postfix postdrop dovecot exim debian-exim openldap postgres
  mysql mariadb redis mongodb nginx apache httpd caddy haproxy squid docker libvirt-qemu lxd git jenkins grafana
  prometheus ubuntu debian ec2-user centos fedora rocky almalinux opensuse arch core opc azureuser vagrant pi
  gatewarden`.split(/\s+/),
  'nobody', // language-ignore: the name of an account
  'nfsnobody', // language-ignore: the name of an account
]);

/** Path segments that people or pages of the console could confuse with a user. */
const reservedWords = ['me', 'self', 'new'];

export interface ReservedUsernames {
  /** The calls of the API, also those that are added later. Reserves fixed segments at the position of a user name. */
  setEndpoints(endpoints: readonly Pick<Endpoint, 'path'>[]): void;
  /** @throws username_reserved for a fixed segment of the API; checks nothing else */
  requireNotApiSegment(username: string): void;
  /** Loads a function that returns whether a name cannot be newly assigned. */
  loadReservedCheck(tx?: Tx): Promise<(username: string) => boolean>;
  /** As `loadReservedCheck`; the function throws username_reserved. */
  loadAssignableCheck(tx?: Tx): Promise<(username: string) => void>;
  /** @throws username_reserved */
  requireAssignable(username: string, tx?: Tx): Promise<void>;
}

interface Dependencies {
  /** Names that administrators reserve in addition. */
  readonly additionalNames: (tx?: Tx) => Promise<readonly string[]>;
}

export function createReservedUsernames({ additionalNames }: Dependencies): ReservedUsernames {
  let endpoints: readonly Pick<Endpoint, 'path'>[] = [];
  let cached = { count: 0, segments: new Set<string>() };
  const refuse = () => {
    throw new DomainError('username_reserved', { field: 'username' });
  };
  function isSegment(name: string): boolean {
    if (cached.count !== endpoints.length)
      cached = { count: endpoints.length, segments: findSegmentsBesideUsernames(endpoints) };
    return reservedWords.includes(name) || cached.segments.has(name);
  }
  async function loadReservedCheck(tx?: Tx) {
    const extra = new Set((await additionalNames(tx)).map(loginName));
    return (username: string) => {
      const name = loginName(username);
      const isSystem = systemAccounts.has(name) || name.startsWith('systemd-');
      return isSystem || isSegment(name) || extra.has(name);
    };
  }
  async function loadAssignableCheck(tx?: Tx) {
    const isReserved = await loadReservedCheck(tx);
    return (username: string) => void (isReserved(username) && refuse());
  }
  return {
    setEndpoints(added) {
      endpoints = added;
    },
    requireNotApiSegment: (username) => void (isSegment(loginName(username)) && refuse()),
    loadReservedCheck,
    loadAssignableCheck,
    requireAssignable: async (username, tx) => (await loadAssignableCheck(tx))(username),
  };
}

/** Fixed segments where another call has a user name: `change_password` of `/user/change_password`. In lower case. */
function findSegmentsBesideUsernames(endpoints: readonly Pick<Endpoint, 'path'>[]): Set<string> {
  const paths = endpoints.map(({ path }) => path.slice(1).split('/'));
  const prefixes = paths.flatMap((path) =>
    path.flatMap((segment, index) => (segment === ':username' ? [path.slice(0, index)] : [])),
  );
  const found = prefixes.flatMap((prefix) =>
    paths.filter((path) => hasPrefix(path, prefix)).map((path) => path[prefix.length] ?? ''),
  );
  return new Set(found.filter((segment) => segment !== '' && !segment.startsWith(':')).map(loginName));
}

function hasPrefix(path: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((segment, index) => segment.startsWith(':') || path[index] === segment);
}
