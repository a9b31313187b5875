import type { SettingsEssentials } from '@gatewarden/contract/settings';
import type { UserInfo } from '@gatewarden/contract/users';

/** Builders of what the server answers; a test names only what matters to it. */
export const given = {
  essentials: (facts: Partial<SettingsEssentials> = {}): SettingsEssentials => ({
    instance_name: 'Gatewarden',
    main_logo_url: '/svg/gatewarden-logo.svg',
    nav_logo_url: '/svg/gatewarden-nav-logo.svg',
    wireguard_enabled: true,
    webhooks_enabled: true,
    worker_enabled: true,
    openid_enabled: true,
    ...facts,
  }),

  user: (facts: Partial<UserInfo> = {}): UserInfo => ({
    id: 1,
    username: 'ada',
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@example.com',
    phone: null,
    mfa_enabled: false,
    totp_enabled: false,
    email_mfa_enabled: false,
    mfa_method: 'None',
    groups: [],
    authorized_apps: [],
    is_active: true,
    enrolled: true,
    is_admin: false,
    ldap_pass_requires_change: false,
    ...facts,
  }),

  admin: (facts: Partial<UserInfo> = {}): UserInfo => given.user({ is_admin: true, groups: ['admin'], ...facts }),
};
