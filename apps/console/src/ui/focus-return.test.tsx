import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MantineProvider, Menu, Modal } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { ActionsMenu } from './actions-menu.tsx';
import { ClearFiltersButton } from './clear-filters-button.tsx';
import { FocusReturn } from './focus-return.ts';
import { Row, RowList } from './row-list.tsx';

function renderPage(page: ReactNode) {
  render(
    <MantineProvider env="test">
      <FocusReturn />
      <main>
        <h1>Keys</h1>
        {page}
      </main>
    </MantineProvider>,
  );
  return { user: userEvent.setup() };
}

/** Keys with a menu each; the dialog exists only while it is open. */
function Keys() {
  const [names, setNames] = useState(['Home', 'Laptop', 'Work']);
  const [deleting, setDeleting] = useState<string>();
  const close = () => setDeleting(undefined);
  return (
    <>
      {names.length > 0 && (
        <RowList label="Keys">
          {names.map((name) => (
            <Row
              key={name}
              name={name}
              actions={
                <ActionsMenu label={`Actions for ${name}`}>
                  <Menu.Item onClick={() => setDeleting(name)}>Delete</Menu.Item>
                </ActionsMenu>
              }
            />
          ))}
        </RowList>
      )}
      {deleting && (
        <Modal opened onClose={close} title="Delete key" closeButtonProps={{ 'aria-label': 'Close' }}>
          <button
            type="button"
            onClick={() => {
              setNames(names.filter((name) => name !== deleting));
              close();
            }}
          >
            Delete now
          </button>
        </Modal>
      )}
    </>
  );
}

type User = ReturnType<typeof userEvent.setup>;

async function openDialog(user: User, name: string) {
  screen.getByRole('button', { name: `Actions for ${name}` }).focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await waitFor(() => expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement));
}

describe('when a dialog closes that a row menu opened', () => {
  it('focuses the menu button again', async () => {
    const { user } = renderPage(<Keys />);
    await openDialog(user, 'Laptop');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Actions for Laptop' })).toHaveFocus());
  });

  it('focuses the menu button of the next row if the row is gone, then that of the last one', async () => {
    const { user } = renderPage(<Keys />);
    await openDialog(user, 'Laptop');
    await user.click(screen.getByRole('button', { name: 'Delete now' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Actions for Work' })).toHaveFocus());
    await openDialog(user, 'Work');
    await user.click(screen.getByRole('button', { name: 'Delete now' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Actions for Home' })).toHaveFocus());
  });

  it('focuses the heading if the list is gone', async () => {
    const { user } = renderPage(<Keys />);
    for (const name of ['Home', 'Laptop', 'Work']) {
      await openDialog(user, name);
      await user.click(screen.getByRole('button', { name: 'Delete now' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    const heading = screen.getByRole('heading', { name: 'Keys' });
    await waitFor(() => expect(heading).toHaveFocus());
    await user.tab();
    expect(heading).not.toHaveAttribute('tabindex');
  });
});

function Filters() {
  const [isFiltered, setFiltered] = useState(true);
  return (
    <>
      <search>
        <input key={String(isFiltered)} type="search" aria-label="Search" />
      </search>
      {isFiltered && <ClearFiltersButton onClick={() => setFiltered(false)} />}
    </>
  );
}

function Saving() {
  const [isSaving, setSaving] = useState(false);
  return (
    <>
      <button type="button" disabled={isSaving} data-loading={isSaving || undefined} onClick={() => setSaving(true)}>
        Save
      </button>
      <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={() => setSaving(false)}>
        Fail
      </button>
    </>
  );
}

/** Any change of the page. */
async function changePage() {
  const note = document.body.appendChild(document.createElement('p'));
  await new Promise<void>((resolve) => queueMicrotask(resolve));
  note.remove();
  await new Promise<void>((resolve) => queueMicrotask(resolve));
}

describe('a button that disappears', () => {
  it('passes the focus to the search field if it clears the filters', async () => {
    const { user } = renderPage(<Filters />);
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveFocus());
  });

  it('has the focus again when it is enabled after its action', async () => {
    const { user } = renderPage(<Saving />);
    const save = screen.getByRole('button', { name: 'Save' });
    await user.click(save);
    // jsdom leaves the focus on a disabled button, browsers do not
    save.blur();
    await user.click(screen.getByRole('button', { name: 'Fail' }));
    await waitFor(() => expect(save).toHaveFocus());
  });

  it('does not take back the focus that a click beside the controls removed', async () => {
    const { user } = renderPage(<Keys />);
    await user.click(screen.getByRole('button', { name: 'Actions for Home' }));
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('heading', { name: 'Keys' }));
    await changePage();
    expect(document.body).toHaveFocus();
  });
});

/** A menu that had the focus and is closed. */
async function openAndCloseMenu(): Promise<WeakRef<Element>> {
  const menu = document.body.appendChild(document.createElement('div'));
  menu.role = 'menu';
  menu.appendChild(document.createElement('button')).focus();
  screen.getByRole('button', { name: 'Actions for Home' }).focus();
  menu.remove();
  await changePage();
  return new WeakRef(menu);
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

it('releases closed menus and dialogs', async () => {
  renderPage(<Keys />);
  const menus = [await openAndCloseMenu(), await openAndCloseMenu(), await openAndCloseMenu()];
  screen.getByRole('button', { name: 'Actions for Work' }).focus();
  await changePage();
  const collected = () => {
    collectGarbage();
    return menus.every((menu) => menu.deref() === undefined);
  };
  await expect.poll(collected, { timeout: 5_000 }).toBe(true);
});
