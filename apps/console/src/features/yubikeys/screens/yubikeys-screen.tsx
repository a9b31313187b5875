import { Button } from '@mantine/core';
import { IconDeviceUsb, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { Callout } from '../../../ui/callout.tsx';
import { ListPanel } from '../../../ui/list-panel.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RowList } from '../../../ui/row-list.tsx';
import { ConnectDialog } from '../components/connect-dialog.tsx';
import { ListenerVariables } from '../components/listener-variables.tsx';
import { ProvisionerRow } from '../components/provisioner-row.tsx';
import { RemoveProvisionerDialog } from '../components/remove-provisioner-dialog.tsx';
import { RotateTokensDialog } from '../components/rotate-tokens-dialog.tsx';
import { stateOf } from '../provisioner-state.ts';
import { listenerQuery, provisionersQuery, useCancelJob } from '../yubikeys.queries.ts';

const route = getRouteApi('/signed-in/admin/yubikeys');

/** Provisioners of YubiKeys, and how to connect one. */
export function YubikeysScreen() {
  const { t } = useTranslation('yubikeys');
  const isConnecting = route.useSearch().connect === 'provisioner';
  const navigate = route.useNavigate();
  const provisioners = useQuery(provisionersQuery());
  const listener = useQuery(listenerQuery());
  const [removing, setRemoving] = useState<string>();
  const [rotating, setRotating] = useState(false);
  const cancel = useCancelJob();
  const setConnecting = (isOpen: boolean) =>
    void navigate({ search: isOpen ? { connect: 'provisioner' } : {}, replace: true });
  const removed = provisioners.data?.find(({ id }) => id === removing);
  const isOff = listener.data?.enabled === false;
  const total = provisioners.data?.length ?? 0;
  const available = provisioners.data?.filter((each) => stateOf(each) === 'available').length ?? 0;
  const connect = (
    <Button leftSection={<IconPlus size="1rem" />} disabled={isOff} onClick={() => setConnecting(true)}>
      {t('connect.action')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        state={total > 0 && t('list.available', { count: available, total })}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconRefresh size="1rem" />}
              disabled={isOff}
              onClick={() => setRotating(true)}
            >
              {t('rotation.action')}
            </Button>
            {total > 0 && connect}
          </>
        }
      />
      {isOff && (
        <Callout tone="info" title={t('off.title')} mb="lg" action={<ListenerVariables />}>
          {t('off.text')}
        </Callout>
      )}
      <ListPanel
        title={t('list.title')}
        text={t('list.text')}
        query={provisioners}
        failed={t('list.failed')}
        empty={{ icon: <IconDeviceUsb />, title: t('list.empty_title'), text: t('list.empty_text') }}
        add={total === 0 ? connect : undefined}
      >
        {(some) => (
          <RowList>
            {some.map((provisioner) => (
              <ProvisionerRow
                key={provisioner.id}
                provisioner={provisioner}
                onRemove={() => setRemoving(provisioner.id)}
                onCancel={(id) => cancel.mutate(id, { onError: showFailure })}
              />
            ))}
          </RowList>
        )}
      </ListPanel>
      {isConnecting && listener.data?.enabled && (
        <ConnectDialog listener={listener.data} provisioners={provisioners.data} onClose={() => setConnecting(false)} />
      )}
      {rotating && <RotateTokensDialog onClose={() => setRotating(false)} onDone={() => setConnecting(true)} />}
      {removed && <RemoveProvisionerDialog provisioner={removed} onClose={() => setRemoving(undefined)} />}
    </>
  );
}
