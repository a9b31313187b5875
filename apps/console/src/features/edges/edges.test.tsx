import { addEdge, deleteEdge, getEdgeToken, listEdges, rotateEdgeToken } from '@gatewarden/contract/edges';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();
const edge = given.edge({ state: 'connected', hostname: 'edge-1', version: '1.2.3' });

function openPage(edges = [edge]) {
  server.use(respond(listEdges, edges));
  return renderRoute('/settings/edges', { me });
}

async function choose(user: ReturnType<typeof openPage>['user'], action: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${edge.address}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

describe('edges', () => {
  it('shows the state of each edge, and why core cannot connect to it', async () => {
    openPage([edge, given.edge({ id: 2, address: 'other.example.com:50055', state: 'waiting', problem: 'refused' })]);
    expect(await screen.findByText('Connected')).toBeVisible();
    expect(screen.getByText('edge-1')).toBeVisible();
    expect(screen.getByText('Version 1.2.3')).toBeVisible();
    expect(screen.getByText('Not joined yet')).toBeVisible();
    expect(screen.getByText(/^The address refuses connections/)).toBeVisible();
  });

  it('adds an edge, and shows the command with which it joins', async () => {
    const sent: unknown[] = [];
    server.use(
      respond(addEdge, ({ body }) => {
        sent.push(body);
        return edge;
      }),
      respond(getEdgeToken, { token: 'gwj_new' }),
    );
    const { user } = openPage([]);
    await user.click(await screen.findByRole('button', { name: 'Add edge' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add edge' }));
    await user.type(dialog.getByLabelText('Address for your server'), 'edge.example.com');
    await user.click(dialog.getByRole('button', { name: 'Add edge' }));
    expect(await dialog.findByText(/^Enter a host and a port/)).toBeVisible();
    await user.type(dialog.getByLabelText('Address for your server'), ':50055');
    await user.click(dialog.getByRole('button', { name: 'Add edge' }));
    expect(await screen.findByText('npm run edge -- --join gwj_new')).toBeVisible();
    const content = screen.getByText(/^Run this in the Gatewarden folder/).parentElement;
    await waitFor(() => expect(content).toHaveFocus());
    expect(sent).toEqual([{ address: 'edge.example.com:50055' }]);
  });

  it('says beside the field that another edge has the address', async () => {
    server.use(refuse(addEdge, 409, 'edge_address_taken', { field: 'address' }));
    const { user } = openPage([]);
    await user.click(await screen.findByRole('button', { name: 'Add edge' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add edge' }));
    await user.type(dialog.getByLabelText('Address for your server'), 'edge.example.com:50055');
    await user.click(dialog.getByRole('button', { name: 'Add edge' }));
    expect(await dialog.findByText('Another edge has this address.')).toBeVisible();
  });

  it('shows the new command after the tokens were replaced', async () => {
    server.use(respond(rotateEdgeToken, { token: 'gwj_other' }), respond(getEdgeToken, { token: 'gwj_other' }));
    const { user } = openPage();
    await choose(user, 'Replace tokens');
    await user.click(await screen.findByRole('button', { name: 'Replace tokens' }));
    expect(await screen.findByText('npm run edge -- --join gwj_other')).toBeVisible();
  });

  it('removes an edge after a confirmation', async () => {
    const removed: unknown[] = [];
    server.use(
      respond(deleteEdge, ({ params }) => {
        removed.push(params.id);
        return {};
      }),
    );
    const { user } = openPage();
    await choose(user, 'Remove');
    await user.click(await screen.findByRole('button', { name: 'Remove edge' }));
    expect(await screen.findByText(`The edge ${edge.address} was removed.`)).toBeVisible();
    expect(removed).toEqual(['1']);
  });

  it('says that the edges could not be loaded', async () => {
    server.use(refuse(listEdges, 500, 'internal_error'));
    renderRoute('/settings/edges', { me });
    expect(await screen.findByText('Couldn’t load the edges')).toBeVisible();
  });
});
