import { exportUsers, type ImportRow, importUsers, previewImport } from '@gatewarden/contract/user-import';
import { listUsers } from '@gatewarden/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { given } from '../../../../test/given.ts';
import { renderRoute } from '../../../../test/render-route.tsx';
import { refuse, respond } from '../../../../test/respond.ts';
import { server } from '../../../../test/server.ts';

const me = given.admin();
const csv = 'username,first_name,last_name,email\nuna,Una,Weir,una@example.com';

function rowOf(overrides: Partial<ImportRow>): ImportRow {
  const names = { first_name: 'Una', last_name: 'Weir', email: 'una@example.com', phone: null, groups: [] };
  return {
    row: 2,
    outcome: 'add',
    username: 'una',
    ...names,
    is_active: true,
    is_admin: false,
    problems: [],
    ...overrides,
  };
}

function planOf(rows: ImportRow[], digest = 'first') {
  const count = (outcome: ImportRow['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  const counts = { add: count('add'), exists: count('exists'), error: count('error') };
  return { digest, separator: ',' as const, ignored_columns: [], ...counts, rows };
}

async function openPreview(text: string) {
  const { user, router } = renderRoute('/import/users', { me });
  const field = await screen.findByLabelText('Or paste the text');
  await user.click(field);
  await user.paste(text);
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  return { user, router, field };
}

describe('importing users', () => {
  it('describes the errors of each row, and adds no user until all are corrected', async () => {
    const problems = [
      { field: 'email', problem: 'taken', value: 'root@example.com', row: null, msg: '' },
      { field: 'groups', problem: 'unknown_group', value: 'Unknown', row: null, msg: '' },
    ] as const;
    const wrong = rowOf({ row: 3, outcome: 'error', username: 'bob', problems: [...problems] });
    const sent: unknown[] = [];
    server.use(
      respond(previewImport, ({ body }) => planOf(body.csv.includes('bob') ? [rowOf({}), wrong] : [rowOf({})])),
      respond(importUsers, ({ body }) => {
        sent.push(body);
        return { added: 1 };
      }),
      respond(listUsers, [me]),
    );
    const { user, router, field } = await openPreview(`${csv}\nbob`);
    const table = within(await screen.findByRole('table', { name: 'Preview' }));
    expect(table.getAllByRole('row')).toHaveLength(2);
    expect(table.getByText('Email: This email address belongs to another user. Use another one.')).toBeVisible();
    expect(table.getByText(/^Groups: There is no group “Unknown”/)).toBeVisible();
    expect(screen.getByText('1 row has errors. No users are added until all errors are corrected.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Correct 1 row first' })).toBeDisabled();

    await user.clear(field);
    expect(screen.queryByRole('table')).toBeNull();
    await user.click(field);
    await user.paste(csv);
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    await user.click(await screen.findByRole('button', { name: 'Add 1 person' }));
    expect(await screen.findByText('1 person was added')).toBeVisible();
    await waitFor(() => expect(router.state.location.pathname).toBe('/users'));
    expect(router.history.length).toBe(1);
    expect(sent).toEqual([{ csv, digest: 'first' }]);
  });

  it('shows a new preview when users or groups have changed', async () => {
    server.use(respond(previewImport, planOf([rowOf({})])), refuse(importUsers, 409, 'import_outdated'));
    const { user } = await openPreview(csv);
    const button = await screen.findByRole('button', { name: 'Add 1 person' });
    server.use(respond(previewImport, planOf([rowOf({ outcome: 'exists' })], 'second')));
    await user.click(button);
    expect(await screen.findByText(/^No users were added because users or groups changed/)).toBeVisible();
    expect(await screen.findByText('1 person already exists and is skipped.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Add 0 people' })).toBeDisabled();
  });

  it('shows beside its button that an import failed, and whether anything changed', async () => {
    server.use(respond(previewImport, planOf([rowOf({})])), refuse(importUsers, 500, 'internal_error'));
    const { user } = await openPreview(csv);
    await user.click(await screen.findByRole('button', { name: 'Add 1 person' }));
    const preview = within(screen.getByRole('region', { name: 'Preview' }));
    expect(await preview.findByRole('alert')).toHaveTextContent(/The change may have been made/);
    server.use(respond(importUsers, { added: 1 }), respond(listUsers, [me]));
    await user.click(preview.getByRole('button', { name: 'Add 1 person' }));
    expect(await screen.findByText('1 person was added')).toBeVisible();
  });

  it('warns about new administrators', async () => {
    server.use(respond(previewImport, planOf([rowOf({ groups: ['admin'], is_admin: true })])));
    await openPreview(csv);
    expect(await screen.findByText('1 person gets full administrator rights.')).toBeVisible();
  });

  it('reports errors of the whole file', async () => {
    server.use(refuse(previewImport, 400, 'csv_columns_missing', { details: { columns: 'email' } }));
    await openPreview('username');
    expect(await screen.findByRole('alert')).toHaveTextContent('These columns are missing: email.');
  });

  it('accepts a file, and rejects one with an unknown encoding', async () => {
    const { user } = renderRoute('/import/users', { me });
    const field = await screen.findByLabelText('Or paste the text');
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('there is no place for a file');
    await user.upload(input, new File([csv], 'people.csv', { type: 'text/csv' }));
    await waitFor(() => expect(field).toHaveValue(csv));
    await user.upload(input, new File([new Uint8Array([0x41, 0xaf])], 'old.csv', { type: 'text/csv' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('old.csv is not UTF-8 text');
    expect(field).toHaveValue(csv);
  });
});

it('exports the users that match the filters', async () => {
  const bob = given.user({ id: 2, username: 'bob', first_name: 'Bob', last_name: 'Zak', is_active: false });
  const sent: unknown[] = [];
  server.use(
    respond(listUsers, [me, bob]),
    respond(exportUsers, ({ body }) => {
      sent.push(body);
      return 'username\r\n';
    }),
  );
  const downloaded: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloaded.push(this.download);
  });
  Object.assign(URL, { createObjectURL: () => 'blob:users', revokeObjectURL: () => undefined });
  const { user } = renderRoute('/users?state=disabled', { me });
  await screen.findByRole('table', { name: 'Users' });
  await user.click(screen.getByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Export 1 person as CSV' }));
  await waitFor(() => expect(downloaded).toEqual(['users.csv']));
  expect(sent).toEqual([{ users: [2] }]);
});
