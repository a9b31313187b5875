import { type SecretSetting, type Settings, secretSettings, type UploadedLogo } from '@gatewarden/contract/settings';
import type { LogoKind } from '@gatewarden/contract/settings.names';
import { type EventRules, isAboutAllUsers } from '../event-rules.ts';

/** Without secrets. */
export type SettingsSnapshot = Omit<Settings, SecretSetting | 'settings_from_environment'>;

interface SettingsEvents {
  'settings.modified': {
    readonly before: SettingsSnapshot;
    readonly after: SettingsSnapshot;
    /** Whether all settings were sent, not only some to change. */
    readonly isWhole: boolean;
  };
  /** The product's name and logos replaced others. */
  'settings.branding-restored': { readonly before: SettingsSnapshot; readonly after: SettingsSnapshot };
  /** An image that a setting can name was stored. */
  'settings.logo-uploaded': UploadedLogo & { readonly kind: LogoKind };
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends SettingsEvents {}
}

export const settingsEvents = {
  'settings.modified': {
    entry: ({ before, after, isWhole }) => ({
      event: isWhole ? 'settings_updated' : 'settings_updated_partial',
      metadata: { before, after },
    }),
    stale: { admins: ['settings', 'notices'], own: ['settings'], isAbout: isAboutAllUsers },
  },
  'settings.branding-restored': {
    entry: ({ before, after }) => ({ event: 'settings_default_branding_restored', metadata: { before, after } }),
    stale: { admins: ['settings'], own: ['settings'], isAbout: isAboutAllUsers },
  },
  'settings.logo-uploaded': {
    entry: (logo) => ({ event: 'settings_logo_uploaded', metadata: logo }),
    stale: {},
  },
} as const satisfies EventRules<SettingsEvents>;

export function toSettingsSnapshot(settings: Settings): SettingsSnapshot {
  const omitted = new Set<string>([...secretSettings, 'settings_from_environment']);
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !omitted.has(name))) as SettingsSnapshot;
}
