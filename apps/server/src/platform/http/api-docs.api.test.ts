import { ServerResponse } from 'node:http';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, vi } from 'vitest';
import { test } from '../../../test/harness.ts';
import { rawRequest } from '../../../test/raw-request.ts';

interface Operation {
  readonly summary?: string;
  readonly security?: unknown[];
  readonly parameters?: { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Record<string, unknown> };
  readonly responses: Record<string, unknown>;
}
interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
}

test('documents every call in valid OpenAPI 3.1', async ({ server }) => {
  const { body } = await rawRequest(server.url, 'GET', '/api-docs/openapi.json');
  const document = JSON.parse(body) as Document;
  expect(document.openapi).toBe('3.1.0');
  expect(await new Validator().validate(JSON.parse(body))).toEqual({ valid: true });

  const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const routed = server.endpoints.map(
    ({ method, path }) => `${method} /api/v1${path.replaceAll(/:([A-Za-z]+)/g, '{$1}')}`,
  );
  expect(documented.toSorted()).toEqual(routed.toSorted());
});

test('documents the summary, input, answers and required sign-in of every call', async ({ server }) => {
  const { body } = await rawRequest(server.url, 'GET', '/api/v1/api-docs');
  const { paths } = JSON.parse(body) as Document;
  for (const { method, path, access, summary, params, body: taken, status = 200 } of server.endpoints) {
    const operation = paths[`/api/v1${path.replaceAll(/:([A-Za-z]+)/g, '{$1}')}`]?.[method.toLowerCase()];
    expect([method, path, operation?.summary]).toEqual([method, path, summary]);
    expect(Object.keys(operation?.responses ?? {})).toContain(String(status));
    expect([path, operation?.security?.length === 0]).toEqual([path, access === 'anonymous']);
    expect([path, Object.keys(operation?.requestBody?.content ?? {})]).toEqual([
      path,
      taken ? ['application/json'] : [],
    ]);
    const inPath = (operation?.parameters ?? []).filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => name).toSorted()).toEqual(Object.keys(params?.shape ?? {}).toSorted());
  }
});

test('serves a page that complies with the strict content security policy', async ({ server }) => {
  const page = await rawRequest(server.url, 'GET', '/api-docs');
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  // nothing inline: every script is one of our files
  expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>|\son[a-z]+=|href="https?:|src="https?:/);
  const files = [...page.body.matchAll(/(?:src|href)="\.?\/?([^"]+)"/g)].map(([, path]) => path);
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) {
    const { status } = await rawRequest(
      server.url,
      'GET',
      `/${file?.startsWith('api-docs') ? '' : 'api-docs/'}${file}`,
    );
    expect([file, status]).toEqual([file, 200]);
  }
  const start = await rawRequest(server.url, 'GET', '/api-docs/static/swagger-initializer.js');
  expect(start.body).toMatch(/validatorUrl"?: ?null/);
});

test('answers with shared bytes, so that unread documents take no additional memory', async ({ server }) => {
  const end = vi.spyOn(ServerResponse.prototype, 'end');
  for (const path of ['/api-docs/openapi.json', '/api/v1/api-docs', '/api-docs/json', '/api-docs/yaml']) {
    end.mockClear();
    for (let nth = 0; nth < 2; nth += 1) expect((await rawRequest(server.url, 'GET', path)).status).toBe(200);
    const [first, second] = end.mock.calls.map(([body]: unknown[]) => body);
    expect([path, first]).toEqual([path, expect.any(Uint8Array)]);
    expect(second === first).toBe(true);
  }
});
