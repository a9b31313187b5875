import { Button } from '@mantine/core';
import { IconDeviceLaptop, IconKey, IconShieldLock, IconUser } from '@tabler/icons-react';
import { Avatar } from '../../../ui/avatar.tsx';
import { AvatarList } from '../../../ui/avatar-list.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { NumberedStep, NumberedSteps } from '../../../ui/numbered-steps.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PageTabs } from '../../../ui/page-tabs.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Row, RowFacts, RowList } from '../../../ui/row-list.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import styles from './sections.module.css';

const tabs = [
  { label: 'Devices', to: '/components', icon: IconDeviceLaptop },
  { label: 'Security', to: '/', icon: IconShieldLock },
  { label: 'Keys and tokens', to: '/', icon: IconKey },
  { label: 'Account', to: '/', icon: IconUser },
] as const;

/** Header of an object, its tabs, a list in its page, and steps to carry out. */
export function Objects() {
  return (
    <>
      <PageHeader
        title="Emma Walker"
        icon={<Avatar name="Emma Walker" size="lg" />}
        state={<StatusBadge tone="success">Connected to Warsaw</StatusBadge>}
        above={[{ label: 'Users', to: '/users' }]}
        facts={[
          { label: 'Role', value: 'Admin' },
          { label: '2FA', value: 'Authenticator app' },
          { label: 'Last sign-in', value: '2 minutes ago' },
        ]}
        actions={<Button>Add device</Button>}
      />
      <AvatarList
        label="People"
        items={[
          { id: 'emma', name: 'Emma Walker', link: { to: '/components' } },
          { id: 'minjun', name: 'Kim Min-jun', link: { to: '/components' } },
        ]}
      />
      <PageTabs label="Tabs" tabs={tabs} />
      <div className={styles.screen}>
        <PageTabs label="Tabs that are a bar on phones" tabs={tabs} asBar />
      </div>
      <RowList label="Devices">
        <Row
          name="Travel laptop"
          link={
            <TextLink to="/components" inherit>
              Travel laptop
            </TextLink>
          }
          badge={<StatusBadge tone="success">Connected</StatusBadge>}
        >
          <RowFacts>
            <span>10.20.0.5</span>
            <span>Warsaw</span>
          </RowFacts>
        </Row>
        <Row
          name="Phone"
          badge={<StatusBadge tone="neutral">Never connected</StatusBadge>}
          actions={<Button variant="default">Remove</Button>}
        />
      </RowList>
      <Panel title="Connect the laptop">
        <NumberedSteps>
          <NumberedStep title="Install WireGuard">
            <div>
              <Button variant="default">Get WireGuard</Button>
            </div>
          </NumberedStep>
          <NumberedStep title="Import the file">What is needed for the step.</NumberedStep>
          <NumberedStep title="Turn it on">The last one.</NumberedStep>
        </NumberedSteps>
      </Panel>
    </>
  );
}
