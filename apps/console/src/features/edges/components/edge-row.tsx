import type { Edge } from '@gatewarden/contract/edges';
import { Menu } from '@mantine/core';
import { IconRefresh, IconTerminal2, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { DangerItem } from '../../../ui/danger-item.tsx';
import { FieldNotes } from '../../../ui/form/field-notes.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { Row, RowFacts } from '../../../ui/row-list.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';

export type EdgeAction = 'command' | 'rotate' | 'remove';

interface Props {
  edge: Edge;
  onAction: (action: EdgeAction) => void;
}

const tones = { waiting: 'neutral', connected: 'success', disconnected: 'danger' } as const;

/** An edge with its state, and why core cannot connect to it. */
export function EdgeRow({ edge, onAction }: Props) {
  const { t } = useTranslation('edges');
  const { address, state, hostname, version, since, problem } = edge;
  return (
    <Row
      name={address}
      badge={<StatusBadge tone={tones[state]}>{t(`state.${state}`)}</StatusBadge>}
      actions={
        <ActionsMenu label={t('menu', { address })}>
          <Menu.Item leftSection={<IconTerminal2 size="1rem" />} onClick={() => onAction('command')}>
            {t('command')}
          </Menu.Item>
          <Menu.Item leftSection={<IconRefresh size="1rem" />} onClick={() => onAction('rotate')}>
            {t('rotate')}
          </Menu.Item>
          <Menu.Divider />
          <DangerItem leftSection={<IconTrash size="1rem" />} onClick={() => onAction('remove')}>
            {t('remove')}
          </DangerItem>
        </ActionsMenu>
      }
    >
      <RowFacts>
        {hostname !== null && <span>{hostname}</span>}
        {version !== null && <span>{t('version', { version })}</span>}
        <span>
          {state === 'waiting' ? (
            <RichText text={t('added')} parts={{ time: () => <RelativeTime at={since} /> }} />
          ) : (
            <>
              {t('since')} <RelativeTime at={since} />
            </>
          )}
        </span>
      </RowFacts>
      {problem !== null && <FieldNotes notes={[{ tone: 'warning', text: t(`problem.${problem}`) }]} />}
    </Row>
  );
}
