import { getMe } from '@gatewarden/contract/auth';
import * as calls from '@gatewarden/contract/calls';
import { addGroup, listGroups } from '@gatewarden/contract/groups';
import { getHealth } from '@gatewarden/contract/info';
import { act, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { TestEventSource } from '../../test/browser-stubs.ts';
import { given } from '../../test/given.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { failNetwork, refuse, respond } from '../../test/respond.ts';
import { server } from '../../test/server.ts';
import type { ApiError } from './api-error.ts';
import { call } from './call.ts';
import { isServerThere } from './connection.ts';

const away = 'Can’t reach the server. Trying again…';
const admin = given.admin();
const everything = http.all('*/api/v1/*', () => HttpResponse.error());
const isMarked = () => document.documentElement.dataset['connection'] === 'away';

describe('the connection', () => {
  it('is lost when neither a call nor the question after it is answered, and says so until it is back', async () => {
    server.use(everything);
    const { user } = renderRoute('/groups', { me: admin });
    expect(await screen.findByText(away)).toBeVisible();
    expect(isMarked()).toBe(true);
    // an empty page does not wait for ever either
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    server.resetHandlers();
    server.use(respond(listGroups, []));
    await user.click(screen.getByRole('button', { name: 'Try now' }));
    expect(await screen.findByText('Back online')).toBeVisible();
    expect(isMarked()).toBe(false);
    // without a click
    expect(await screen.findByRole('heading', { name: 'Groups', level: 1 })).toBeVisible();
    await expect.poll(() => screen.queryByText('Back online')).toBeNull();
  });

  it('is not lost when one call fails and the server is there', async () => {
    const asked: unknown[] = [];
    server.use(
      failNetwork(listGroups),
      respond(getHealth, () => {
        asked.push(undefined);
        return 'alive';
      }),
    );
    renderRoute('/groups', { me: admin });
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    expect(screen.queryByText(away)).toBeNull();
  });

  it('is lost when a proxy answers for the server', async () => {
    server.use(http.all('*/api/v1/*', () => HttpResponse.html('<h1>Bad gateway</h1>', { status: 502 })));
    renderRoute('/sign-in');
    expect(await screen.findByText(away)).toBeVisible();
  });

  it('is lost when a page of something else answers', async () => {
    server.use(
      failNetwork(getMe),
      http.get('*/api/v1/health', () => HttpResponse.html('<h1>Welcome to the hotel</h1>')),
    );
    renderRoute('/sign-in');
    await screen.findByRole('heading', { level: 1 });
    await act(async () => void window.dispatchEvent(new Event('offline')));
    expect(await screen.findByText(away)).toBeVisible();
  });

  it('is lost with the stream, and is back with it', async () => {
    server.use(respond(listGroups, []));
    renderRoute('/groups', { me: admin });
    await screen.findByRole('heading', { name: 'Groups', level: 1 });
    await expect.poll(() => TestEventSource.open.length).toBeGreaterThan(0);
    server.use(everything);
    act(() => TestEventSource.open.at(-1)?.fail({ refused: false }));
    expect(await screen.findByText(away)).toBeVisible();
    // a new stream asks whose session it is, which must not fail either
    server.resetHandlers();
    server.use(respond(listGroups, []));
    act(() => TestEventSource.open.at(-1)?.succeed());
    expect(await screen.findByText('Back online')).toBeVisible();
  });

  it('is there after a refusal', async () => {
    server.use(everything);
    renderRoute('/sign-in');
    await screen.findByText(away);
    server.use(refuse(addGroup, 403, 'access_denied'));
    await act(() => call(calls.addGroup, { body: { name: 'a', members: [] } }).catch(() => undefined));
    expect(screen.queryByText(away)).toBeVisible();
    server.use(refuse(getMe, 401, 'unauthenticated'));
    await act(() => call(calls.getMe).catch(() => undefined));
    expect(await screen.findByText('Back online')).toBeVisible();
  });

  it('tells a change that was never sent from one that may have arrived', async () => {
    const failureOf = (promise: Promise<unknown>) =>
      promise.then(
        () => undefined,
        (error: ApiError) => error,
      );
    const add = () => failureOf(call(calls.addGroup, { body: { name: 'a', members: [] } }));
    server.use(failNetwork(addGroup));
    expect(await add()).toMatchObject({ code: 'network_unreachable', effect: 'unknown' });
    server.use(everything);
    renderRoute('/sign-in');
    await screen.findByText(away);
    expect(await add()).toMatchObject({ code: 'network_unreachable', effect: 'none' });
    server.resetHandlers();
    server.use(respond(addGroup, given.group({ name: 'a' })));
    await act(async () => expect(await add()).toBeUndefined());
    expect(await isServerThere()).toBe(true);
  });
});
