import type { Family, Forwarding } from '../../ports/forwarding.ts';

/** The settings of a machine; an absent family is one that it does not have. */
export interface ForwardingSettings {
  4?: boolean;
  6?: boolean;
  /** Whether the agent may change them. */
  isWritable: boolean;
}

export function createInMemoryForwarding(settings: ForwardingSettings): Forwarding {
  return {
    read: async (family: Family) => settings[family],
    enable: async (family) => {
      if (!settings.isWritable) throw new Error('EROFS: read-only file system');
      settings[family] = true;
    },
  };
}
