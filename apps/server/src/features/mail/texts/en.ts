import { instantText } from '../instant-text.ts';
import { paragraph } from '../mail-document.ts';
import type { MailTexts } from '../templates.ts';

const methods = { totp: 'an authenticator app', email: 'codes by e-mail', security_key: 'a security key' } as const;
const notYou = paragraph('If this was not you, change your password at once and tell your administrator.');

const deviceChanges = {
  added: {
    subject: 'New device',
    before: 'The device ',
    after: ' was added to your account and can connect to the VPN.',
  },
  new_key: { subject: 'New device key', before: 'The device ', after: ' of your account has a new WireGuard key.' },
  switched_on: { subject: 'Device switched on', before: 'The device ', after: ' of your account can connect again.' },
} as const;

export const en: MailTexts = {
  footer: ({ name, url }) => `Sent by ${name}, ${url}. Nobody reads answers to this address.`,
  test: (_, { name }) => ({
    subject: `Test mail from ${name}`,
    title: 'E-mail works',
    blocks: [paragraph('The mail settings of ', { strong: name }, ' are right: this mail has reached you.')],
  }),
  second_factor_activated: ({ name, method }, instance) => ({
    subject: 'A second factor is on',
    title: `Hello ${name},`,
    blocks: [
      paragraph(
        'Signing in to ',
        { strong: instance.name },
        ' now asks for a second factor: ',
        {
          strong: methods[method],
        },
        '.',
      ),
      notYou,
    ],
  }),
  sign_in_code: ({ name, code, minutes }, instance) => ({
    subject: `Your sign-in code for ${instance.name}`,
    title: `Hello ${name},`,
    blocks: [
      paragraph('Enter this code to sign in:'),
      { kind: 'code', code },
      paragraph(
        minutes === 1 ? 'It is valid for a minute' : `It is valid for ${minutes} minutes`,
        ' and works once. Give it to nobody: no administrator will ask you for it.',
      ),
      paragraph('If you are not signing in right now, somebody knows your password: change it.'),
    ],
  }),
  activation_code: ({ name, code, minutes }, instance) => ({
    subject: `Your confirmation code for ${instance.name}`,
    title: `Hello ${name},`,
    blocks: [
      paragraph('Enter this code to get your sign-in codes at this address:'),
      { kind: 'code', code },
      paragraph(minutes === 1 ? 'It is valid for a minute.' : `It is valid for ${minutes} minutes.`),
      notYou,
    ],
  }),
  address_changed: ({ name }, instance) => ({
    subject: `Your account at ${instance.name} has another e-mail address`,
    title: `Hello ${name},`,
    blocks: [
      paragraph(
        'An administrator of ',
        { strong: instance.name },
        ' gave your account another e-mail address. From now on mails, sign-in codes among them, go there, and this address gets none.',
      ),
      paragraph('If you did not expect this, tell your administrator.'),
    ],
  }),
  wrong_codes: ({ name, failures, at, address, browser }, instance) => ({
    subject: `Wrong codes for your account on ${instance.name}`,
    title: `Hello ${name},`,
    blocks: [
      paragraph(
        `After your password, ${failures} wrong codes in a row were entered. For a while, codes are not accepted in browsers in which you have not signed in before.`,
      ),
      {
        kind: 'facts',
        facts: [
          ['Time', instantText(at, 'en')],
          ['Address', address],
          ['Browser', browser ?? 'not known'],
        ],
      },
      paragraph(
        'If this was not you, another person knows your password. Change it now, in a browser in which you are signed in, or sign in with a recovery code.',
      ),
    ],
  }),
  device_changed: ({ name, change, device, administrator, at, address, browser }, instance) => ({
    subject: `${deviceChanges[change].subject} at ${instance.name}`,
    title: `Hello ${name},`,
    blocks: [
      paragraph(
        deviceChanges[change].before,
        { strong: device },
        deviceChanges[change].after,
        administrator === null ? '' : ` The administrator ${administrator} did this.`,
      ),
      {
        kind: 'facts',
        facts: [
          ['Time', instantText(at, 'en')],
          ['Address', address],
          ['Browser', browser ?? 'not known'],
        ],
      },
      paragraph(
        'If you did not expect this, remove the device on your profile, change your password and tell your administrator.',
      ),
    ],
  }),
  more_device_changes: ({ name, changes }, instance) => ({
    subject: `More device changes at ${instance.name}`,
    title: `Hello ${name},`,
    blocks: [
      paragraph('Devices that were added, got another key or were switched on since the last mail: ', {
        strong: String(changes),
      }),
      paragraph('If you did not expect this, check the devices on your profile and tell your administrator.'),
    ],
  }),
  new_sign_in: ({ name, at, address, browser }, instance) => ({
    subject: `New sign-in to ${instance.name}`,
    title: `Hello ${name},`,
    blocks: [
      paragraph('Somebody signed in to your account from a device that was not seen before.'),
      {
        kind: 'facts',
        facts: [
          ['Time', instantText(at, 'en')],
          ['Address', address],
          ['Browser', browser ?? 'not known'],
        ],
      },
      notYou,
    ],
  }),
};
