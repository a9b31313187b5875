import type { AccessRule } from '@gatewarden/contract/access';

type StoredLists = Pick<AccessRule, 'destination' | 'ports' | 'protocols'>;
type ListInput = Readonly<Record<keyof StoredLists, string[]>>;

const separator = ', ';

/** Form values of stored addresses, ports and protocols. */
export function toLists({ destination, ports, protocols }: StoredLists): ListInput {
  return { destination: split(destination), ports: split(ports), protocols: protocols.map(String) };
}

export function fromLists({ destination, ports, protocols }: ListInput): StoredLists {
  return { destination: destination.join(separator), ports: ports.join(separator), protocols: protocols.map(Number) };
}

function split(list: string): string[] {
  return list === '' ? [] : list.split(separator);
}
