import type { ScimToken } from '@gatewarden/contract/scim';
import { Button } from '@mantine/core';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazy } from '../../../lib/lazy.tsx';
import { ListPanel } from '../../../ui/list-panel.tsx';
import { RowList } from '../../../ui/row-list.tsx';
import { scimTokensQuery } from '../scim.queries.ts';
import { DeleteTokenDialog } from './delete-token-dialog.tsx';
import { type TokenAction, TokenRow } from './token-row.tsx';

const AddTokenDialog = lazy(async () => ({ default: (await import('../forms/add-token-dialog.tsx')).AddTokenDialog }));
const RotateTokenDialog = lazy(async () => ({
  default: (await import('../forms/rotate-token-dialog.tsx')).RotateTokenDialog,
}));

interface OpenDialog {
  readonly action: TokenAction;
  readonly token: ScimToken;
}

/** Tokens of identity providers with their actions. */
export function TokenList() {
  const { t } = useTranslation('scim');
  const [adding, setAdding] = useState(false);
  const [open, setOpen] = useState<OpenDialog>();
  const tokens = useQuery(scimTokensQuery());
  const close = () => setOpen(undefined);
  return (
    <>
      <ListPanel
        title={t('token.title')}
        text={t('token.text')}
        query={tokens}
        failed={t('token.failed')}
        empty={{ icon: <IconUsersGroup />, title: t('token.empty_title'), text: t('token.empty_text') }}
        add={
          <Button leftSection={<IconPlus size="1rem" />} onClick={() => setAdding(true)}>
            {t('token.add')}
          </Button>
        }
      >
        {(some) => (
          <RowList>
            {some.map((token) => (
              <TokenRow key={token.id} token={token} onAction={(action) => setOpen({ action, token })} />
            ))}
          </RowList>
        )}
      </ListPanel>
      <Suspense>
        {adding && <AddTokenDialog onClose={() => setAdding(false)} />}
        {open?.action === 'rotate' && <RotateTokenDialog token={open.token} onClose={close} />}
      </Suspense>
      {open?.action === 'delete' && <DeleteTokenDialog token={open.token} onClose={close} />}
    </>
  );
}
