import { expect, it } from 'vitest';
import { type Filter, parseFilter, parseMemberPath, parsePatchPath, toAttributePath } from './parse-filter.ts';

const path = (name: string, sub?: string) => ({ schema: undefined, name, sub });
const equals = (name: string, value: string): Filter => ({ kind: 'compare', path: path(name), operator: 'eq', value });

it('reads the examples of RFC 7644 §3.4.2.2', () => {
  expect(parseFilter('userName Eq "bjensen"')).toEqual(equals('username', 'bjensen'));
  expect(parseFilter('title pr and userType eq "Employee"')).toEqual({
    kind: 'and',
    parts: [{ kind: 'present', path: path('title') }, equals('usertype', 'Employee')],
  });
  expect(parseFilter('urn:ietf:params:scim:schemas:core:2.0:User:name.familyName sw "J"')).toMatchObject({
    path: { schema: 'urn:ietf:params:scim:schemas:core:2.0:user', name: 'name', sub: 'familyname' },
  });
  expect(parseFilter('emails[type eq "work" and value co "@example.com"] or not (active eq true)')).toMatchObject({
    kind: 'or',
    parts: [
      { kind: 'where', path: path('emails'), filter: { kind: 'and' } },
      { kind: 'not', filter: { kind: 'compare', value: true } },
    ],
  });
});

it('gives "and" a higher precedence than "or"', () => {
  const filter = parseFilter('a eq "1" or b eq "2" and c eq "3"');
  expect(filter).toEqual({
    kind: 'or',
    parts: [equals('a', '1'), { kind: 'and', parts: [equals('b', '2'), equals('c', '3')] }],
  });
});

it('reads texts, numbers, true, false and null as JSON', () => {
  const value = (text: string) => (parseFilter(`a eq ${text}`) as { value?: unknown }).value;
  expect(['"\\u00e9\\"\\\\"', '-1.5', 'True', 'FALSE', 'null'].map(value)).toEqual(['é"\\', -1.5, true, false, null]);
});

it.each([
  ['', 'expected an attribute'],
  ['userName', 'expected an attribute or operator'],
  ['userName eq', 'expected a value'],
  ['userName is "a"', 'unknown operator'],
  ['userName eq "a', 'expected a value'],
  ['userName eq "a" "b"', 'unexpected text'],
  ['userName eq "a" and', 'expected an attribute'],
  ['(userName pr', 'expected ")"'],
  ['not userName pr', 'expected "("'],
  ['emails[type pr', 'expected "]"'],
  ['a.b.c eq "x"', 'is not an attribute'],
  ['userName eq "\\u0000"', 'U+0000'],
  ["userName eq 'a'; drop table scim_user", 'expected a value'],
])('refuses %j', (text, reason) => {
  expect(() => parseFilter(text)).toThrow(reason);
});

it('limits length, depth and number of comparisons', () => {
  const nested = (levels: number) => `${'('.repeat(levels)}a pr${')'.repeat(levels)}`;
  expect(parseFilter(nested(16))).toMatchObject({ kind: 'present' });
  expect(() => parseFilter(nested(17))).toThrow('more than 16 levels');
  expect(() => parseFilter(`${'a['.repeat(17)}b pr${']'.repeat(17)}`)).toThrow('more than 16 levels');
  expect(() => parseFilter(`a eq "${'x'.repeat(4_100)}"`)).toThrow('longer than 4096 characters');
  expect(() => parseFilter(Array.from({ length: 201 }, () => 'a pr').join(' or '))).toThrow(
    'more than 200 comparisons',
  );
});

it('reads the paths of PATCH', () => {
  expect(parsePatchPath('emails[type eq "work"].value')).toMatchObject({
    path: path('emails', 'value'),
    filter: { kind: 'compare', value: 'work' },
  });
  expect(parsePatchPath('name.givenName')).toEqual({ path: path('name', 'givenname'), filter: undefined });
  expect(parsePatchPath('members[value eq "1"]')).toMatchObject({ path: path('members', undefined) });
  expect(() => parsePatchPath('emails[type eq "work"')).toThrow('expected "]"');
  expect(() => parsePatchPath('emails[type eq "work"] value')).toThrow('unexpected text');
});

it('limits the comparisons of a path, and allows more of members', () => {
  const terms = (count: number) => Array.from({ length: count }, () => 'value eq "1"').join(' or ');
  expect(parsePatchPath(`emails[${terms(10)}]`)).toMatchObject({ filter: { kind: 'or' } });
  expect(() => parsePatchPath(`emails[${terms(11)}]`)).toThrow('more than 10 comparisons');
  expect(parseMemberPath(`members[${terms(200)}]`)).toMatchObject({ filter: { kind: 'or' } });
  expect(() => parseMemberPath(`members[${terms(201)}]`)).toThrow('more than 200 comparisons');
});

it('separates the schema of an attribute', () => {
  expect(toAttributePath('urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager.value')).toEqual({
    schema: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:user',
    name: 'manager',
    sub: 'value',
  });
  expect(toAttributePath('1name')).toBeUndefined();
});
