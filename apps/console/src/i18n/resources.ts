import type activityLog from './en/activity-log.json';
import type apiTokens from './en/api-tokens.json';
import type auth from './en/auth.json';
import type authKeys from './en/auth-keys.json';
import type common from './en/common.json';
import type devices from './en/devices.json';
import type emergencyStop from './en/emergency-stop.json';
import type { errors } from './en/errors.ts';
import type gateways from './en/gateways.json';
import type groups from './en/groups.json';
import type locations from './en/locations.json';
import type mfa from './en/mfa.json';
import type notices from './en/notices.json';
import type sessions from './en/sessions.json';
import type settings from './en/settings.json';
import type setup from './en/setup.json';
import type traffic from './en/traffic.json';
import type users from './en/users.json';

// English says which keys there are; `t` accepts no other. A feature adds its file here.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    contextSeparator: '|';
    resources: {
      'api-tokens': typeof apiTokens;
      'activity-log': typeof activityLog;
      auth: typeof auth;
      'auth-keys': typeof authKeys;
      common: typeof common;
      devices: typeof devices;
      'emergency-stop': typeof emergencyStop;
      errors: typeof errors;
      gateways: typeof gateways;
      groups: typeof groups;
      locations: typeof locations;
      mfa: typeof mfa;
      notices: typeof notices;
      sessions: typeof sessions;
      settings: typeof settings;
      setup: typeof setup;
      traffic: typeof traffic;
      users: typeof users;
    };
  }
}
