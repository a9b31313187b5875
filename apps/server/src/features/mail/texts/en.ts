import { formatInstant } from '../format-instant.ts';
import { type Block, paragraph } from '../mail-document.ts';
import { markdownBlocks } from '../markdown-blocks.ts';
import {
  destinationsPage,
  devicesPage,
  gatewaysPage,
  type Instance,
  type MailTexts,
  nameOfChange,
  personPage,
  securityPage,
} from '../templates.ts';

const methods = { totp: 'an authenticator app', email: 'codes by email', security_key: 'a security key' } as const;
const notYou = paragraph('If this wasn’t you, change your password immediately and contact your administrator.');

const reviewAccount = (instance: Instance): Block => ({
  kind: 'action',
  label: 'Review your account',
  url: securityPage(instance),
});
const reviewDevices = (instance: Instance): Block => ({
  kind: 'action',
  label: 'Review your devices',
  url: devicesPage(instance),
});

const origin = (at: string, address: string, browser: string | null): Block => ({
  kind: 'facts',
  facts: [
    ['Time', formatInstant(at, 'en')],
    ['IP address', address],
    ['Browser', browser ?? 'unknown'],
  ],
});

const outageFacts = ({ hostname, since, at }: { hostname: string; since: string; at?: string }): Block => ({
  kind: 'facts',
  facts: [
    ['Hostname', hostname],
    ['Disconnected', formatInstant(since, 'en')],
    ...(at === undefined ? [] : [['Connected again', formatInstant(at, 'en')] as const]),
  ],
});

const deviceChanges = {
  added: {
    subject: 'New device',
    before: 'The device ',
    after: ' was added to your account and can connect to the VPN.',
  },
  new_key: { subject: 'New device key', before: 'The device ', after: ' of your account has a new WireGuard key.' },
  switched_on: { subject: 'Device turned on', before: 'The device ', after: ' of your account can connect again.' },
} as const;

const accountChanges = {
  password_changed: { subject: 'Your password was changed', text: 'Your account has a new password.' },
  password_removed: {
    subject: 'Your password was removed',
    text: 'The password of your account was removed. Sign in with a passkey.',
  },
  sign_in_linked: {
    subject: 'Sign-in linked',
    text: 'An account at another provider can now be used to sign in to your account. You can remove it under Security.',
  },
  totp_removed: { subject: 'Authenticator app removed', text: 'The authenticator app was removed from your account.' },
  email_codes_removed: {
    subject: 'Codes by email turned off',
    text: 'Codes by email can no longer be used to sign in to your account.',
  },
  security_key_removed: { subject: 'Security key removed', text: 'A security key was removed from your account.' },
  factors_removed: {
    subject: 'Two-factor authentication reset',
    text: 'All two-factor methods and recovery codes were removed from your account.',
  },
  stopped: {
    subject: 'Your access was revoked',
    text: 'Your account was signed out everywhere. API tokens, keys and devices may be affected too.',
  },
  stopped_and_disabled: {
    subject: 'Your account was disabled',
    text: 'Your account was disabled, and all of its access was revoked.',
  },
  made_administrator: {
    subject: 'You are now an administrator',
    text: 'Your account was added to an admin group.',
  },
} as const;

/** Changes with a mail of a separate template, in summaries. */
const otherChanges = {
  totp_added: 'Authenticator app added',
  email_codes_added: 'Codes by email turned on',
  security_key_added: 'Security key added',
  recovery_codes_replaced: 'Recovery codes replaced',
  address_changed: 'Email address changed',
} as const;
const authors = { owner: '', administrator: ' by an administrator', shell: ' by a command on the server' } as const;

export const en: MailTexts = {
  footer: ({ name, url }) => `Sent by ${name}, ${url}. Replies to this address are not read.`,
  summaryFollows: (at) =>
    `You have received several emails like this one within an hour. Further changes of this kind are listed in a summary after ${formatInstant(at, 'en')}.`,
  test: (_, { name }) => ({
    subject: `Test email from ${name}`,
    title: 'Email is set up correctly',
    blocks: [paragraph('The email settings of ', { strong: name }, ' work. This message was delivered.')],
  }),
  support_data: ({ administrator, version }, { name }) => ({
    subject: `Support data of ${name}`,
    title: 'Support data',
    blocks: [
      paragraph(
        'The administrator ',
        { strong: administrator },
        ' of ',
        { strong: name },
        ` (Gatewarden ${version}) sends you the configuration and the end of the log as attachments.`,
      ),
      paragraph('They contain no passwords, keys or tokens, but they do contain addresses and names of servers.'),
    ],
  }),
  second_factor_activated: ({ name, method }, instance) => ({
    subject: 'Two-factor authentication is on',
    title: 'Two-factor authentication is on',
    greeting: `Hello ${name},`,
    blocks: [
      paragraph(
        'Signing in to ',
        { strong: instance.name },
        ' now requires a second step: ',
        {
          strong: methods[method],
        },
        '.',
      ),
      notYou,
      reviewAccount(instance),
    ],
  }),
  passkey_added: ({ name }, instance) => ({
    subject: `Passkey added: ${instance.name}`,
    title: 'Passkey added',
    greeting: `Hello ${name},`,
    blocks: [
      paragraph('You can now sign in to ', { strong: instance.name }, ' with a passkey.'),
      paragraph('If this wasn’t you, contact your administrator immediately.'),
      reviewAccount(instance),
    ],
  }),
  sign_in_code: ({ name, code, minutes }, instance) => ({
    subject: `Your sign-in code for ${instance.name}`,
    title: 'Your sign-in code',
    greeting: `Hello ${name},`,
    blocks: [
      paragraph('Enter this code to sign in:'),
      { kind: 'code', code },
      paragraph(
        minutes === 1 ? 'It expires in a minute' : `It expires in ${minutes} minutes`,
        ' and works once. Don’t share it. Administrators never ask for it.',
      ),
      paragraph('If you aren’t signing in right now, someone else may know your password. Change it.'),
    ],
  }),
  activation_code: ({ name, code, minutes }, instance) => ({
    subject: `Your confirmation code for ${instance.name}`,
    title: 'Confirm your email address',
    greeting: `Hello ${name},`,
    blocks: [
      paragraph('Enter this code to receive sign-in codes at this address:'),
      { kind: 'code', code },
      paragraph(minutes === 1 ? 'It expires in a minute.' : `It expires in ${minutes} minutes.`),
      notYou,
    ],
  }),
  address_changed: ({ name }, instance) => ({
    subject: `The email address of your ${instance.name} account was changed`,
    title: 'Your email address was changed',
    greeting: `Hello ${name},`,
    blocks: [
      paragraph(
        'An administrator of ',
        { strong: instance.name },
        ' changed the email address of your account. Emails, including sign-in codes, are now sent to the new address and no longer to this one.',
      ),
      paragraph('If you didn’t expect this, contact your administrator.'),
    ],
  }),
  wrong_codes: ({ name, failures, at, address, browser }, instance) => ({
    subject: `Incorrect codes for your ${instance.name} account`,
    title: 'Incorrect sign-in codes',
    greeting: `Hello ${name},`,
    blocks: [
      paragraph(
        `Someone entered your correct password, then ${failures} incorrect codes in a row. For a while, codes are not accepted in browsers where you have not signed in before.`,
      ),
      origin(at, address, browser),
      paragraph(
        'If this wasn’t you, someone else knows your password. Change it now in a browser where you are signed in, or sign in with a recovery code to change it.',
      ),
      reviewAccount(instance),
    ],
  }),
  device_changed: (
    { name, change, device, public_key: key, addresses = [], administrator, at, address, browser },
    instance,
  ) => ({
    subject: `${deviceChanges[change].subject} at ${instance.name}`,
    title: deviceChanges[change].subject,
    greeting: `Hello ${name},`,
    blocks: [
      paragraph(
        deviceChanges[change].before,
        { strong: device },
        deviceChanges[change].after,
        administrator === null ? '' : ` The administrator ${administrator} did this.`,
      ),
      ...(key === undefined ? [] : [{ kind: 'facts', facts: [['Public key', key], ...addresses] } as const]),
      origin(at, address, browser),
      paragraph(
        'If you didn’t expect this, remove the device on your profile, change your password and contact your administrator.',
      ),
      reviewDevices(instance),
    ],
  }),
  gateway_disconnected: ({ name, gateway, hostname, location, location_id: id, since }, instance) => ({
    subject: `Gateway ${gateway} is disconnected: ${instance.name}`,
    title: 'Gateway disconnected',
    greeting: `Hello ${name},`,
    blocks: [
      paragraph('The gateway ', { strong: gateway }, ' of the location ', { strong: location }, ' is not connected.'),
      outageFacts({ hostname, since }),
      paragraph('Devices that are connected to it stay connected, but it doesn’t receive changes.'),
      { kind: 'action', label: 'Show gateways', url: gatewaysPage(instance, id) },
    ],
  }),
  delivery_stopped: ({ name, kind, destination, error, since }, instance) => ({
    subject: `${destination} was turned off: ${instance.name}`,
    title: kind === 'webhook' ? 'Webhook turned off' : 'Log stream turned off',
    greeting: `Hello ${name},`,
    blocks: [
      paragraph(
        kind === 'webhook' ? 'The webhook ' : 'The log stream ',
        { strong: destination },
        ' was turned off, because all attempts to reach it failed.',
      ),
      {
        kind: 'facts',
        facts: [
          ['Failing since', formatInstant(since, 'en')],
          ['Last error', error],
        ],
      },
      paragraph('Nothing is lost: when you turn it on again, it receives the events since then.'),
      { kind: 'action', label: 'Show details', url: destinationsPage(instance, kind) },
    ],
  }),
  gateway_connected: ({ name, gateway, hostname, location, location_id: id, since, at }, instance) => ({
    subject: `Gateway ${gateway} is connected again: ${instance.name}`,
    title: 'Gateway connected again',
    greeting: `Hello ${name},`,
    blocks: [
      paragraph('The gateway ', { strong: gateway }, ' of the location ', { strong: location }, ' is connected again.'),
      outageFacts({ hostname, since, at }),
      { kind: 'action', label: 'Show gateways', url: gatewaysPage(instance, id) },
    ],
  }),
  account_changed: ({ name, change, by, administrator, at, address, browser }, instance) => ({
    subject: `${accountChanges[change].subject}: ${instance.name}`,
    title: accountChanges[change].subject,
    greeting: `Hello ${name},`,
    blocks: [
      paragraph(
        accountChanges[change].text,
        {
          owner: '',
          administrator: ` The administrator ${administrator} did this.`,
          shell: ' This was done by a command on the server.',
        }[by],
      ),
      origin(at, address, browser),
      by === 'owner' ? notYou : paragraph('If you didn’t expect this, contact your administrator.'),
      ...(change === 'stopped_and_disabled' ? [] : [reviewAccount(instance)]),
    ],
  }),
  more_device_changes: ({ name, changes }, instance) => ({
    subject: `More device changes at ${instance.name}`,
    title: 'More device changes',
    greeting: `Hello ${name},`,
    blocks: [
      paragraph('Devices that were added, got a new key or were turned on since the last email: ', {
        strong: String(changes),
      }),
      paragraph('If you didn’t expect this, check the devices on your profile and contact your administrator.'),
      reviewDevices(instance),
    ],
  }),
  more_account_changes: ({ name, changes }, instance) => ({
    subject: `More changes to your ${instance.name} account`,
    title: 'More changes to your account',
    greeting: `Hello ${name},`,
    blocks: [
      paragraph('Since the last email about changes of this kind, your account was changed again:'),
      {
        kind: 'facts',
        facts: changes.map(
          ({ change, by, count }) =>
            [`${nameOfChange(change, accountChanges, otherChanges)}${authors[by]}`, String(count)] as const,
        ),
      },
      changes.some(({ by }) => by === 'owner')
        ? notYou
        : paragraph('If you didn’t expect this, contact your administrator.'),
      reviewAccount(instance),
    ],
  }),
  recovery_codes_replaced: ({ name, at, address, browser }, instance) => ({
    subject: `New recovery codes for your ${instance.name} account`,
    title: 'New recovery codes',
    greeting: `Hello ${name},`,
    blocks: [
      paragraph('New recovery codes were created for your account. The previous ones no longer work.'),
      origin(at, address, browser),
      notYou,
      reviewAccount(instance),
    ],
  }),
  new_application: ({ name, application, at, address, browser }, instance) => ({
    subject: `${application} uses your account`,
    title: 'New application',
    greeting: `Hello ${name},`,
    blocks: [
      paragraph(
        `You signed in to ${application} with your ${instance.name} account for the first time. You can end its access in your profile.`,
      ),
      origin(at, address, browser),
      notYou,
      reviewAccount(instance),
    ],
  }),
  invitation: ({ name, invited_by, link, url, token, until }, instance) => ({
    subject: `Set up your ${instance.name} account`,
    title: `Welcome to ${instance.name}`,
    greeting: `Hello ${name},`,
    blocks: [
      paragraph(`${invited_by} created an account for you. Setting it up takes a few minutes.`),
      { kind: 'action', label: 'Set up account', url: link },
      paragraph(`The link works once, until ${formatInstant(until, 'en')}.`),
      paragraph('Using the VPN client? Enter this address and token:'),
      {
        kind: 'facts',
        facts: [
          ['Address', url],
          ['Token', token],
        ],
      },
    ],
  }),
  client_activation: ({ name, link, url, token, until }, instance) => ({
    subject: `Connect a device to ${instance.name}`,
    title: 'Connect a device',
    greeting: `Hello ${name},`,
    blocks: [
      paragraph('Open the client on the device that you want to connect, and enter this address and this token:'),
      {
        kind: 'facts',
        facts: [
          ['Address', url],
          ['Token', token],
        ],
      },
      { kind: 'action', label: 'Open the instructions', url: link },
      paragraph(`The token works once, until ${formatInstant(until, 'en')}.`),
      notYou,
    ],
  }),
  password_reset: ({ name, link, until, administrator }, instance) => ({
    subject: `Set a new ${instance.name} password`,
    title: 'Set a new password',
    greeting: `Hello ${name},`,
    blocks: [
      paragraph(
        administrator === null
          ? 'Someone asked for a new password for your account.'
          : `The administrator ${administrator} sent you this link to set a new password.`,
      ),
      { kind: 'action', label: 'Set password', url: link },
      paragraph(
        `The link works once, until ${formatInstant(until, 'en')}. Your current password works until you set a new one.`,
      ),
      paragraph('If you don’t want to set a new password, ignore this email.'),
    ],
  }),
  welcome: ({ subject, markdown }, instance) => ({
    subject: subject || `Welcome to ${instance.name}`,
    title: subject || `Welcome to ${instance.name}`,
    blocks: markdownBlocks(markdown),
  }),
  enrollment_completed: ({ name, user, username }, instance) => ({
    subject: `${user} set up their account`,
    title: 'Account set up',
    greeting: `Hello ${name},`,
    blocks: [
      paragraph({ strong: user }, ` (${username}) completed the enrollment that you started.`),
      { kind: 'action', label: 'Show account', url: personPage(instance, username) },
    ],
  }),
  new_sign_in: ({ name, at, address, browser }, instance) => ({
    subject: `New sign-in to ${instance.name}`,
    title: 'New sign-in',
    greeting: `Hello ${name},`,
    blocks: [
      paragraph('Your account was used to sign in from a new browser.'),
      origin(at, address, browser),
      notYou,
      reviewAccount(instance),
    ],
  }),
};
