import { wireguardSuite } from '../../../test/wireguard-suite.ts';
import { createInMemoryWireguard, type InMemoryMachine } from './in-memory-wireguard.ts';

wireguardSuite(async () => {
  const machine: InMemoryMachine = new Map();
  return {
    open: (mark) => createInMemoryWireguard({ machine, name: 'gw1', mark }),
    [Symbol.asyncDispose]: async () => machine.clear(),
  };
});
