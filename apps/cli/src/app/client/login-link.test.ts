import { describe, expect, it } from 'vitest';
import { readLoginLink } from './login-link.ts';

const token = 'aB3'.repeat(10);

function read(text: string) {
  const link = readLoginLink(text);
  return link && [link.url.origin, link.token.reveal()];
}

describe('readLoginLink', () => {
  it.each([
    ['the link of the console', `defguard://addinstance?token=${token}&url=https%3A%2F%2Fenroll.example.com%2F`],
    ['its parameters in another order', `defguard://addinstance?url=https://enroll.example.com/&token=${token}`],
    ['the page that a mail names', `https://enroll.example.com/client?token=${token}`],
    ['blanks and a line end', `  https://enroll.example.com/?token=${token}\n`],
  ])('reads %s', (_, text) => {
    expect(read(text)).toEqual(['https://enroll.example.com', token]);
  });

  it.each([
    ['nothing', ''],
    ['a token alone', token],
    ['no token', 'https://enroll.example.com/'],
    ['a token with other characters', 'https://enroll.example.com/?token=a%0Ab'],
    ['a long token', `https://enroll.example.com/?token=${'a'.repeat(200)}`],
    ['another scheme', `defguard://addinstance?token=${token}&url=file%3A%2F%2F%2Fetc%2Fpasswd`],
    ['a password', `https://a:b@enroll.example.com/?token=${token}`],
    ['no address', `defguard://addinstance?token=${token}`],
  ])('refuses %s', (_, text) => {
    expect(read(text)).toBeUndefined();
  });
});
