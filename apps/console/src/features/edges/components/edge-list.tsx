import type { Edge } from '@gatewarden/contract/edges';
import { Button } from '@mantine/core';
import { IconPlus, IconServer2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazy } from '../../../lib/lazy.tsx';
import { ListPanel } from '../../../ui/list-panel.tsx';
import { RowList } from '../../../ui/row-list.tsx';
import { edgesQuery } from '../edges.queries.ts';
import { type EdgeAction, EdgeRow } from './edge-row.tsx';
import { JoinDialog } from './join-dialog.tsx';
import { RemoveEdgeDialog } from './remove-edge-dialog.tsx';
import { RotateTokenDialog } from './rotate-token-dialog.tsx';

const AddEdgeDialog = lazy(async () => ({ default: (await import('../forms/add-edge-dialog.tsx')).AddEdgeDialog }));

interface OpenDialog {
  readonly action: EdgeAction;
  readonly edge: Edge;
}

/** Problems of a connection have no event. */
const refetchInterval = 10_000;

/** Edges with their states and actions. */
export function EdgeList() {
  const { t } = useTranslation('edges');
  const [adding, setAdding] = useState(false);
  const [open, setOpen] = useState<OpenDialog>();
  const edges = useQuery({ ...edgesQuery(), refetchInterval });
  const close = () => setOpen(undefined);
  return (
    <>
      <ListPanel
        title={t('title')}
        text={t('text')}
        query={edges}
        failed={t('failed')}
        empty={{ icon: <IconServer2 />, title: t('empty_title'), text: t('empty_text') }}
        add={
          <Button leftSection={<IconPlus size="1rem" />} onClick={() => setAdding(true)}>
            {t('add')}
          </Button>
        }
      >
        {(some) => (
          <RowList>
            {some.map((edge) => (
              <EdgeRow key={edge.id} edge={edge} onAction={(action) => setOpen({ action, edge })} />
            ))}
          </RowList>
        )}
      </ListPanel>
      <Suspense>
        {adding && (
          <AddEdgeDialog
            onClose={() => setAdding(false)}
            onAdded={(edge) => {
              setAdding(false);
              setOpen({ action: 'command', edge });
            }}
          />
        )}
      </Suspense>
      {open?.action === 'command' && <JoinDialog edge={open.edge} onClose={close} />}
      {open?.action === 'rotate' && (
        <RotateTokenDialog edge={open.edge} onClose={close} onDone={() => setOpen({ ...open, action: 'command' })} />
      )}
      {open?.action === 'remove' && <RemoveEdgeDialog edge={open.edge} onClose={close} />}
    </>
  );
}
