import { parsePublicKey } from '@gatewarden/net/public-key';
import { z } from 'zod';
import { documented } from './documented.ts';
import { passwordRules } from './password.names.ts';

/** Upper bound of a PostgreSQL `integer`; ids beyond it cannot exist. */
const maxId = 2_147_483_647;
export const Id = z.int().min(1).max(maxId);
/** An integer from 1 in a path or a query. */
export function pathInteger(max: number, rule: string) {
  const digits = z.string().regex(/^[1-9]\d{0,15}$/, { error: rule });
  const schema = digits.transform(Number).pipe(z.int().min(1).max(max));
  return documented(schema, { type: 'integer', minimum: 1, maximum: max });
}
/** An id in a path: digits only. */
export const PathId = pathInteger(maxId, 'id');

/**
 * A text in a path. The names `.` and `..` and the empty name cannot be sent: clients resolve them before they send a
 * path (RFC 3986 §5.2.4).
 */
export function pathText(max: number) {
  return documented(z.string().max(max), {
    type: 'string',
    minLength: 1,
    maxLength: max,
    pattern: '^(?!\\.{1,2}$)[^\\u0000]+$',
  });
}

/** UTC in the format of the interface: `YYYY-MM-DDTHH:MM:SS[.fraction]`, without a zone. */
export const NaiveTimestamp = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?$/);
/** Outside of this range, the year in UTC does not have four digits. */
const writableYear = /^(?:(?!0000|9999)\d{4}-.*|9999-.*(?:Z|\+\d\d:\d\d))$/;
/** RFC 3339 with a zone, in requests; years 0001 to 9999. */
export const ZonedTimestamp = documented(
  z.iso.datetime({ offset: true }).regex(writableYear, { error: 'time_range' }),
  timeSchema(({ source }) => source),
);

function timeSchema(toPattern: (rule: RegExp) => string) {
  const pattern = toPattern(z.regexes.datetime({ offset: true }));
  return { type: 'string', format: 'date-time', pattern, allOf: [{ pattern: toPattern(writableYear) }] };
}

const toQueryPattern = ({ source }: RegExp) =>
  source.replaceAll('T', '[Tt ]').replaceAll('Z', '[Zz]').replaceAll('[+-]', '[+ -]').replaceAll('\\+', '[+ ]');
/**
 * A ZonedTimestamp in a query: RFC 3339 §5.6 also allows a blank for the `T` and lower case, and a `+` that is not
 * percent-encoded is received as a blank.
 */
export const QueryTimestamp = documented(
  z
    .string()
    .max(64)
    .transform((text) =>
      text
        .toUpperCase()
        .replace(/^(\S{10}) /, '$1T')
        .replace(/ (\d\d:\d\d)$/, '+$1'),
    )
    .pipe(ZonedTimestamp),
  { ...timeSchema(toQueryPattern), maxLength: 64 },
);

// Control characters and line separators break logs, configuration files and CSV. Embeddings and overrides of the writing
// direction reorder the text around a name. Characters without width make two names look the same. No name needs them; the
// joiners and marks that languages such as Hindi, Persian and Hebrew need are allowed.
const controls = '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u200b\\u2028-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff';
/** Characters that show nothing, apart from blanks. */
const invisible =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b-\\u200f\\u2060-\\u206f\\u2800\\u3164\\ufeff\\uffa0';
const withoutControls = new RegExp(`^[^${controls}]*$`);
const withVisible = new RegExp(`^$|[^\\s${invisible}]`);
/**
 * One line of text: trimmed, with a maximum length in characters, without control characters; with a minimum length, at
 * least one character is visible.
 */
export const line = (max: number, min = 0) => {
  const text = z.string().trim().min(min).max(max).regex(withoutControls, { error: 'control_characters' });
  const checked = min > 0 ? text.regex(withVisible, { error: 'control_characters' }) : text;
  return documented(checked, lineSchema(max, min));
};
/** The JSON Schema of `line`. It cannot trim, so surrounding blanks count towards `max`. */
export function lineSchema(max: number, min = 0) {
  const visible = `[^\\s${controls}]`;
  const anything = `[^${controls}]`;
  const core = min > 1 ? `${visible}${anything}{${min - 2},}${visible}` : `${visible}(?:${anything}*${visible})?`;
  return {
    type: 'string',
    maxLength: max,
    pattern: `^${min > 0 ? `(?=.*[^\\s${invisible}])\\s*${core}` : `\\s*(?:${core})?`}\\s*$`,
  };
}
/** Names of users and objects: 1 to 128 characters. */
export const Name = line(128, 1);
/** Empty for people with only one name. */
export const LastName = line(128);
export const Note = line(1024).nullish();

/** 1 to 63 ASCII characters, the first a letter or digit; case-sensitive. */
export const Username = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/, {
  error: ({ input }) => usernameFault(String(input)),
});
function usernameFault(text: string): string {
  if (text === '') return 'required';
  if (!/^[A-Za-z0-9]/.test(text)) return 'username_start';
  return /[^A-Za-z0-9._-]/.test(text) ? 'username_characters' : 'username';
}
/**
 * RFC 5321 §4.5.3.1.3 limits a path to 256 octets, including two angle brackets. As in HTML, a host name without a dot
 * is allowed: mail servers in an internal network may have one.
 */
export const EmailAddress = z.email({ pattern: z.regexes.html5Email }).max(254);
/** Interface reference §1.5: optional country part, area part of 1-3 digits, two groups of 1-4 digits. */
export const Phone = z
  .string()
  .regex(/^(\+?\d{1,3} ?)?(\(\d{1,3}\)|\d{1,3})[- ]?\d{1,4}[- ]?\d{1,4}$/, { error: 'phone' })
  .max(32);

/**
 * A new password: 8 to 128 bytes with a lower-case letter, an upper-case letter, a digit and a punctuation character.
 */
export const NewPassword = documented(
  z
    .string()
    .max(128)
    .superRefine((text, context) => {
      for (const [rule, isMet] of Object.entries(passwordRules)) {
        if (!isMet(text)) context.addIssue({ code: 'custom', message: `password_${rule}` });
      }
    }),
  {
    type: 'string',
    format: 'password',
    description:
      '8 to 128 bytes of UTF-8, with a lowercase and an uppercase letter, a digit and a punctuation character',
    minLength: 5,
    maxLength: 128,
    allOf: ['[a-z]', '[A-Z]', '[0-9]', '[!-\\/:-@\\[-`\\{-~]', '^[^\\u0000]*$'].map((pattern) => ({ pattern })),
  },
);
/** A password at sign-in; limited in length to bound the cost of hashing. */
export const TypedPassword = z.string().min(1).max(128);

/** UDP or TCP port. */
export const Port = z.int().min(1).max(65_535);
/** WireGuard public key: canonical base64 of exactly 32 bytes. */
export const PublicKey = documented(
  z.string().refine((text) => parsePublicKey(text) !== undefined, { error: 'public_key' }),
  { type: 'string', pattern: '^[A-Za-z0-9+\\/]{42}[AEIMQUYcgkosw048]=$' },
);
/** An address with prefix, such as `10.1.1.1/24`. */
export const Cidr = z.string().max(64);
/** An address without prefix. */
export const Ip = z.string().max(64);
