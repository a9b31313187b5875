import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { guideBlock } from '../../../../../tools/guides/guide-blocks.ts';
import { generateSigningSecret, signMessage } from './sign-message.ts';

const run = promisify(execFile);

/** How each language calls the function of the guide with the request of `request.json`, and prints the result. */
const languages = {
  javascript: {
    block: () => guideBlock('webhooks.md#verify-javascript'),
    file: 'verify.mjs',
    call: `import { readFileSync } from 'node:fs';
      const { secret, headers, body } = JSON.parse(readFileSync('request.json', 'utf8'));
      console.log(isGenuine(secret, headers, body));`,
    program: process.execPath,
  },
  python: {
    block: () => guideBlock('webhooks.md#verify-python'),
    file: 'verify.py',
    call: `import json
request = json.load(open("request.json", encoding="utf-8"))
print(str(is_genuine(request["secret"], request["headers"], request["body"].encode())).lower())`,
    program: 'python3',
  },
  php: {
    block: () => guideBlock('webhooks.md#verify-php'),
    file: 'verify.php',
    call: `$request = json_decode(file_get_contents('request.json'), true);
      echo json_encode(isGenuine($request['secret'], $request['headers'], $request['body'])), "\\n";`,
    program: 'php',
  },
};

describe.each(Object.entries(languages))('the code of the guide in %s', (_, { block, file, call, program }) => {
  const secret = generateSigningSecret();
  const former = generateSigningSecret();
  const body = '{"username":"서울"}';
  const genuine = { secret, body, headers: signMessage({ id: 'msg_1_2', at: new Date(), body }, [former, secret]) };
  const old = signMessage({ id: 'msg_1_2', at: new Date(Date.now() - 600_000), body }, [secret]);

  it.each([
    ['accepts a request with one of two signatures', genuine, 'true'],
    ['refuses an altered body', { ...genuine, body: '{}' }, 'false'],
    ['refuses another secret', { ...genuine, secret: generateSigningSecret() }, 'false'],
    ['refuses an old request', { ...genuine, headers: old }, 'false'],
  ])('%s', async (_name, request, expected) => {
    const folder = await mkdtemp(join(tmpdir(), 'gatewarden-guide-'));
    try {
      await writeFile(join(folder, file), `${block()}\n${call}\n`);
      await writeFile(join(folder, 'request.json'), JSON.stringify(request));
      expect((await run(program, [file], { cwd: folder })).stdout.trim()).toBe(expected);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
