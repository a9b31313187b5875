import { describe, expect, it } from 'vitest';
import { givenApps } from '../../../../test/given-apps.ts';
import { redirectsAt } from '../forms/new-app.ts';
import { shellWord } from './guide.ts';
import { guides, productOf, products } from './guides.ts';

const values = {
  provider: givenApps.provider(),
  instance: 'Acme "VPN"',
  clientId: 'client-1',
  secret: 'secret-1',
  redirectUri: 'https://app.example.com/callback',
  scope: ['openid', 'email'],
};

describe('the configuration of each product', () => {
  it.each(products)('contains the values of the application, for %s', (product) => {
    const text = guides[product]
      .blocks(values)
      .map((block) => block.text)
      .join('');
    expect(text).toContain('client-1');
    expect(text).toContain('https://vpn.example.com');
    if (guides[product].template.kind === 'web') expect(text).toContain('secret-1');
  });

  it('names no secret for an application without one', () => {
    const texts = guides.generic.blocks({ ...values, secret: '' }).map(({ text }) => text);
    expect(texts.join('')).toContain('OIDC_CLIENT_ID=client-1\nOIDC_REDIRECT_URI=');
  });

  it('quotes what a format or a shell would interpret', () => {
    const [file] = guides.gitlab.blocks(values);
    expect(file?.text).toContain(String.raw`label: "Acme \"VPN\""`);
    expect(shellWord("it's $(id)")).toBe(String.raw`'it'\''s $(id)'`);
  });

  it('is recognized by the redirect URLs, and by the name where they are ambiguous', () => {
    for (const product of products.filter((one) => one !== 'generic')) {
      const redirect_uri = [...redirectsAt(product, guides[product].address ?? '')];
      expect(productOf({ name: product, redirect_uri })).toBe(product);
    }
    expect(productOf({ name: 'Wiki', redirect_uri: ['https://wiki.example.com/callback'] })).toBe('generic');
    expect(productOf({ name: 'Wiki', redirect_uri: ['https://wiki.example.com'] })).toBe('generic');
  });
});

it('redirect URLs follow a complete address only', () => {
  expect(redirectsAt('gitlab', 'https://code.example.org/git/')).toEqual([
    'https://code.example.org/git/users/auth/openid_connect/callback',
  ]);
  expect(redirectsAt('gitlab', 'code.example.org')).toEqual([]);
  expect(redirectsAt('generic', 'https://code.example.org')).toEqual([]);
});
