import type { Settings } from '@gatewarden/contract/settings';

/** Without secrets. */
type SettingsSafe = Omit<Settings, 'smtp_password' | 'ldap_bind_password' | 'license' | 'settings_from_environment'>;

declare module '../../platform/events/events.ts' {
  interface EventMap {
    'settings.modified': {
      readonly before: SettingsSafe;
      readonly after: SettingsSafe;
      /** All of them were sent, not only some to change. */
      readonly isWhole: boolean;
    };
    /** The product's own name and logos took the place of others. */
    'settings.branding-restored': { readonly before: SettingsSafe; readonly after: SettingsSafe };
    'settings.ssh-keys-token-replaced': Record<string, never>;
    'settings.ssh-keys-token-removed': Record<string, never>;
  }
}

export function withoutSecrets(settings: Settings): SettingsSafe {
  const {
    smtp_password: _smtp,
    ldap_bind_password: _ldap,
    license: _license,
    settings_from_environment: _fixed,
    ...safe
  } = settings;
  return safe;
}
