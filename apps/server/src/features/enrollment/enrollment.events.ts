import { type EventRules, isAboutUser } from '../event-rules.ts';
import type { UserSnapshot } from '../users/index.ts';

interface EnrollmentEvents {
  /** A token with which the user can enrol. `email`: where it was sent; null: it was only shown. */
  'enrollment.token-added': { readonly user: UserSnapshot; readonly email: string | null };
  'enrollment.token-withdrawn': { readonly user: UserSnapshot };
  'enrollment.started': { readonly user: UserSnapshot };
  /** The user has a password from now on. */
  'enrollment.completed': { readonly user: UserSnapshot };
  /** A token with which a client can add a device of the user. `provider`: after a sign-in at this OpenID provider. */
  'client.token-added': {
    readonly user: UserSnapshot;
    readonly email: string | null;
    readonly provider?: string;
  };
  /** By an administrator: the user gets a link with which to set another password. */
  'password-reset.sent': { readonly user: UserSnapshot };
  /** By the user, who is not signed in. */
  'password-reset.requested': { readonly user: UserSnapshot };
  'password-reset.started': { readonly user: UserSnapshot };
  'password-reset.completed': { readonly user: UserSnapshot };
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends EnrollmentEvents {}
}

const nameOf = ({ username, email }: UserSnapshot) => `User ${username} (${email})`;
const sentTo = (email: string | null) => (email === null ? 'shown' : `sent to ${email}`);
const ownerOf = ({ id, username }: UserSnapshot) => ({ id, username });

export const enrollmentEvents = {
  'enrollment.token-added': {
    entry: ({ user, email }) => ({
      event: 'enrollment_token_added',
      module: 'enrollment',
      description: `${nameOf(user)}, ${sentTo(email)}`,
      metadata: { user, email },
    }),
    stale: { admins: ['users'] },
  },
  'enrollment.token-withdrawn': {
    entry: ({ user }) => ({
      event: 'enrollment_token_withdrawn',
      module: 'enrollment',
      description: nameOf(user),
      metadata: { user },
    }),
    stale: { admins: ['users'] },
  },
  'enrollment.started': {
    entry: ({ user }) => ({ event: 'enrollment_started', module: 'enrollment', user: ownerOf(user) }),
    stale: { admins: ['users'] },
  },
  'enrollment.completed': {
    entry: ({ user }) => ({ event: 'enrollment_completed', module: 'enrollment', user: ownerOf(user) }),
    stale: { admins: ['users'], own: ['me', 'users'], isAbout: isAboutUser, changesRights: true },
  },
  'client.token-added': {
    entry: ({ user, email, provider }) => ({
      event: 'client_configuration_token_added',
      description: `${nameOf(user)}, ${provider === undefined ? sentTo(email) : `after sign-in at ${provider}`}`,
      metadata: { user, email, ...(provider !== undefined && { provider }) },
    }),
    stale: {},
  },
  'password-reset.sent': {
    entry: ({ user }) => ({ event: 'password_reset', description: nameOf(user), metadata: { user } }),
    stale: {},
  },
  'password-reset.requested': {
    entry: ({ user }) => ({ event: 'password_reset_requested', module: 'enrollment', user: ownerOf(user) }),
    stale: {},
  },
  'password-reset.started': {
    entry: ({ user }) => ({ event: 'password_reset_started', module: 'enrollment', user: ownerOf(user) }),
    stale: {},
  },
  'password-reset.completed': {
    entry: ({ user }) => ({ event: 'password_reset_completed', module: 'enrollment', user: ownerOf(user) }),
    stale: {},
  },
} as const satisfies EventRules<EnrollmentEvents>;
