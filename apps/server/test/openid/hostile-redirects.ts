const host = 'app.example.com';

/**
 * Addresses that resemble the registered `https://app.example.com/callback`: other hosts, schemes, paths, encodings and
 * characters that URL parsers treat differently.
 */
export function hostileRedirects(): string[] {
  const hosts = [
    'evil.example',
    `${host}.evil.example`,
    `evil${host}`,
    `${host}:444`,
    `${host}.`,
    '127.0.0.1',
    '[::1]',
  ];
  const schemes = ['http', 'HTTPS', 'javascript', 'data', 'file', 'ftp', 'com.example.app', 'vbscript', 'blob', 'ws'];
  const separators = [
    '\\',
    '//',
    '\\\\',
    '@',
    '%40',
    '#',
    '%23',
    '?',
    '%3f',
    ';',
    '%0d%0a',
    '%00',
    '\t',
    ' ',
    '%20',
    '\u3002',
  ];
  const paths = [
    '',
    '/',
    '/callback/',
    '/callback/..',
    '/callback/%2e%2e',
    '/callback?',
    '/callback#',
    '/callback?a=1',
  ];
  const more = ['/Callback', '/callback%2f', '/callback//', '//callback', '/%63allback', '/callback;a', '/callback%20'];
  const controls = ['\u0000', '\u0009', '\u000a', '\u000d', '\u00a0', '\u200b', '\u202e', '\u2028', '\ufeff', '\uff0f'];
  return [
    ...hosts.map((each) => `https://${each}/callback`),
    ...schemes.map((each) => `${each}://${host}/callback`),
    ...schemes.map((each) => `${each}:${host}/callback`),
    ...separators.map((each) => `https://${host}${each}evil.example/callback`),
    ...separators.map((each) => `https://evil.example${each}${host}/callback`),
    ...separators.map((each) => `https://${host}/callback${each}evil.example`),
    ...separators.map((each) => `https:${each}${host}/callback`),
    ...[...paths, ...more].map((each) => `https://${host}${each}`),
    ...controls.map((each) => `https://${host}${each}/callback`),
    ...controls.map((each) => `https://${host}/callback${each}`),
    ...controls.map((each) => `${each}https://${host}/callback`),
    ...controls.map((each) => `https${each}://${host}/callback`),
    ...['una@', 'una:secret@', '@', ':@', 'evil.example@', 'evil.example%00@'].map(
      (each) => `https://${each}${host}/callback`,
    ),
    ...['*', '*.example.com', '%61pp.example.com', 'APP.EXAMPLE.COM', 'app\u3002example\u3002com'].map(
      (each) => `https://${each}/callback`,
    ),
    ...[
      '/callback',
      '//evil.example/callback',
      '///evil.example',
      '\\\\evil.example',
      'evil.example',
      '.',
      '..',
      '?',
      '#',
    ],
    ...['javascript:alert(1)', 'javascript://app.example.com/%0aalert(1)', 'data:text/html,<script>alert(1)</script>'],
    ...['https://', 'https:', 'https:///callback', `https:/${host}/callback`, `https:${host}/callback`, 'about:blank'],
    ...[
      'https://2130706433/callback',
      'https://0x7f.1/callback',
      'https://0177.0.0.1/callback',
      'https://[::ffff:7f00:1]/',
    ],
    ...[
      `https://${host}/callback?code=1`,
      `https://${host}/callback&x=1`,
      `https://${host}:/callback`,
      `https://${host}:443/callback`,
    ],
  ].filter((each) => each !== `https://${host}/callback`);
}
