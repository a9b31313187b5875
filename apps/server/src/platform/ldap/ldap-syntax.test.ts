import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Dn, DnSyntaxError } from './dn.ts';
import { LdapFilter } from './filter.ts';
import { FilterSyntaxError, parseFilter } from './parse-filter.ts';

const hostile = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom('*', '(', ')', '\\', '\0', ',', '=', '+', '#', ' ', '"', ';', '<', '>', 'a', 'Ż', '5'),
    }),
  )
  .filter((text) => text.isWellFormed());

// attack class 16: LDAP injection
describe('LdapFilter', () => {
  it('returns any value unchanged when its text is parsed', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        const filter = LdapFilter.and(LdapFilter.equal('objectClass', 'person'), LdapFilter.equal('uid', value));
        expect(parseFilter(String(filter)).node).toEqual(filter.node);
        expect(String(filter)).toMatch(/^\(&\(objectClass=person\)\(uid=[^()*\0]*\)\)$/);
      }),
    );
  });

  it('escapes as in the examples of RFC 4515 §4', () => {
    expect(String(LdapFilter.equal('o', 'Parens R Us (for all your parenthetical needs)'))).toBe(
      '(o=Parens R Us \\28for all your parenthetical needs\\29)',
    );
    expect(String(LdapFilter.equal('bin', Buffer.from([0, 0, 0, 4])))).toBe('(bin=\\00\\00\\00\\04)');
    expect(String(LdapFilter.equal('sn', 'Lučić'))).toBe('(sn=Lu\\c4\\8di\\c4\\87)');
  });

  it.each(['uid)(uid=*', 'uid=', 'uid*', '', 'a b', `a${'b'.repeat(64)}`])(
    'refuses %j as an attribute',
    (attribute) => {
      expect(() => LdapFilter.equal(attribute, 'x')).toThrow();
    },
  );
});

describe('parseFilter', () => {
  it.each([
    '(cn=Babs Jensen)',
    '(!(cn=Tim Howes))',
    '(&(objectClass=Person)(|(sn=Jensen)(cn=Babs J*)))',
    '(o=univ*of*mich*)',
    '(seeAlso=)',
    '(mail=*)',
    '(memberOf:1.2.840.113556.1.4.1941:=cn=vpn,dc=example,dc=org)',
    '(uidNumber>=1000)',
  ])('accepts and formats %s', (text) => {
    expect(String(parseFilter(text))).toBe(text);
  });

  it.each([
    ...['', 'cn=x', '(cn=x', '(cn=x))', '(cn=(x))', '(&)', '(cn)', '(=x)', '(cn=\\zz)', '(cn=a**b)', '(c n=x)', '(!)'],
    ...['(cn:=\\)', '(cn=x)(cn=y)', '(!(cn=x)(cn=y))', `(cn=${'x'.repeat(2048)})`],
    `${'(!'.repeat(17)}(cn=x)${')'.repeat(17)}`,
  ])('refuses %j', (text) => {
    expect(() => parseFilter(text)).toThrow(FilterSyntaxError);
  });

  it('answers any text with a filter or a syntax error', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('(', ')', '&', '|', '!', '=', '*', '\\', 'a', '0', ':', '>') }),
        (text) => {
          try {
            expect(parseFilter(String(parseFilter(text))).node).toEqual(parseFilter(text).node);
          } catch (error) {
            expect(error).toBeInstanceOf(FilterSyntaxError);
          }
        },
      ),
    );
  });
});

describe('Dn', () => {
  const base = Dn.parse('ou=users,dc=example,dc=org');

  it('returns any value unchanged when its text is parsed', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        const child = base.child('cn', value);
        expect(String(Dn.parse(String(child)))).toBe(String(child));
        expect(Dn.parse(String(child)).key).toBe(child.key);
        expect(String(child).endsWith(`,${base}`)).toBe(true);
      }),
    );
  });

  it('escapes as in the examples of RFC 4514 §4', () => {
    expect(String(base.child('CN', ' '))).toBe('CN=\\ ,ou=users,dc=example,dc=org');
    expect(String(base.child('CN', 'James "Jim" Smith, III'))).toBe(
      'CN=James \\"Jim\\" Smith\\, III,ou=users,dc=example,dc=org',
    );
    expect(String(base.child('CN', 'Before\rAfter'))).toBe('CN=Before\\0dAfter,ou=users,dc=example,dc=org');
  });

  it('recognizes two spellings of the same name', () => {
    expect(Dn.parse('CN=Lu\\C4\\8Di\\C4\\87 , OU=Users,dc=Example').key).toBe(
      Dn.parse('cn=Lučić,ou=users,dc=example').key,
    );
    expect(Dn.parse('cn=a\\,b,dc=x').key).not.toBe(Dn.parse('cn=a,cn=b,dc=x').key);
    expect(Dn.parse('cn=a\\ ,dc=x').key).not.toBe(Dn.parse('cn=a,dc=x').key);
    // an escaped backslash does not escape the blank behind it
    expect(Dn.parse('cn=a\\\\  ,dc=x').key).toBe(Dn.parse('cn=a\\\\,dc=x').key);
  });

  it.each([
    '',
    'users',
    'ou=users,',
    'ou=a"b',
    '=x',
    'cn=#0403',
    'cn=\\zz',
    `cn=${'x'.repeat(2048)}`,
    'a=b,'.repeat(64),
  ])('refuses %j', (text) => {
    expect(() => Dn.parse(text)).toThrow(DnSyntaxError);
  });

  it.each([
    ['ou=people,dc=example,dc=org', 'dc=example,dc=org'],
    ['OU=Staff,OU=Warsaw,DC=example,DC=org', 'DC=example,DC=org'],
    ['ou=people,o=Example', 'o=Example'],
    ['dc=example,dc=org', 'dc=example,dc=org'],
    ['dc=host,ou=servers,dc=org', 'dc=org'],
    ['o=Example', 'o=Example'],
  ])('finds the suffix that contains %s: %s', (name, suffix) => {
    expect(String(Dn.parse(name).suffix)).toBe(suffix);
  });
});
