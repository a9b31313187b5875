import type { Logger } from 'pino';
import type { Family, Forwarding } from '../ports/forwarding.ts';

/** Undefined if unknown. */
export interface ForwardingReport {
  readonly ipv4: boolean | undefined;
  readonly ipv6: boolean | undefined;
}

export interface ForwardingCheck {
  /** Reads the current settings; enables those of `needed` that are off, once per family. Never fails. */
  check(needed: readonly Family[]): Promise<ForwardingReport>;
}

interface Options {
  readonly forwarding: Forwarding;
  /** Whether the settings may be changed. */
  readonly mayEnable: boolean;
  readonly log: Logger;
}

/** Enables forwarding only once, so that it does not undo what the administrator of the machine changes later. */
export function createForwardingCheck({ forwarding, mayEnable, log }: Options): ForwardingCheck {
  const handled = new Set<Family>();

  async function enable(family: Family): Promise<void> {
    handled.add(family);
    if ((await forwarding.read(family)) !== false) return;
    if (!mayEnable) {
      log.warn({ family }, 'IP forwarding is off, so devices reach nothing behind this gateway');
      return;
    }
    try {
      await forwarding.enable(family);
      log.info({ family }, 'IP forwarding enabled');
    } catch (error) {
      log.warn({ family, err: error }, 'IP forwarding is off and could not be enabled');
    }
  }

  return {
    async check(needed) {
      for (const family of needed.filter((each) => !handled.has(each))) await enable(family);
      return { ipv4: await forwarding.read(4), ipv6: await forwarding.read(6) };
    },
  };
}
