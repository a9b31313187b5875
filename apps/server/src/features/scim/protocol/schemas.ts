import { type Attribute, complex, flag, reference, text } from './attribute.ts';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

const readOnly = { mutability: 'readOnly' } as const;
const multiValued = { multiValued: true } as const;

const typed = (kind: string) => [
  text('value', `The ${kind}.`),
  text('type', `What the ${kind} is used for.`, { canonicalValues: ['work', 'home', 'mobile', 'other'] }),
  flag('primary', `Whether this is the preferred ${kind}.`),
];

/** What a client reads and writes of an account; it may send other attributes, which have no effect. */
export const userAttributes: readonly Attribute[] = [
  text('userName', 'The name of the account at the client. The username is derived from it.', {
    required: true,
    uniqueness: 'server',
  }),
  text('externalId', 'The id of the account at the client.', { caseExact: true }),
  complex('name', 'The name of the person.', [
    text('givenName', 'The first name.'),
    text('familyName', 'The last name.'),
    text('formatted', 'The full name. Only read if there is neither a first nor a last name.'),
  ]),
  text('displayName', 'The name to be shown.'),
  complex('emails', 'Email addresses. One is stored: the primary one, else that for work.', typed('email address'), {
    ...multiValued,
  }),
  complex('phoneNumbers', 'Phone numbers. One is stored: the primary one, else that for work.', typed('phone number'), {
    ...multiValued,
  }),
  flag('active', 'Whether the account is enabled. Disabling ends all access within a second.'),
  complex(
    'groups',
    'The groups of the account.',
    [
      text('value', 'The id of the group.', { ...readOnly, caseExact: true }),
      reference('$ref', 'The address of the group.', { referenceTypes: ['Group'] }),
      text('display', 'The name of the group.', readOnly),
      text('type', 'How the account is a member.', { ...readOnly, canonicalValues: ['direct'] }),
    ],
    { ...multiValued, ...readOnly },
  ),
];

/** What a client reads and writes of a group. */
export const groupAttributes: readonly Attribute[] = [
  text('displayName', 'The name of the group.', { required: true, uniqueness: 'server' }),
  text('externalId', 'The id of the group at the client.', { caseExact: true }),
  complex(
    'members',
    'The accounts in the group.',
    [
      text('value', 'The id of the account.', { mutability: 'immutable', caseExact: true }),
      reference('$ref', 'The address of the account.', { mutability: 'immutable', referenceTypes: ['User'] }),
      text('display', 'The name of the account.', readOnly),
    ],
    multiValued,
  ),
];

interface ResourceKind {
  readonly name: 'User' | 'Group';
  readonly path: '/Users' | '/Groups';
  readonly schema: string;
  readonly description: string;
  readonly attributes: readonly Attribute[];
}

export const resourceKinds: readonly ResourceKind[] = [
  { name: 'User', path: '/Users', schema: userSchema, description: 'Accounts', attributes: userAttributes },
  { name: 'Group', path: '/Groups', schema: groupSchema, description: 'Groups', attributes: groupAttributes },
];
