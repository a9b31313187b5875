import { Button } from '@mantine/core';
import { Avatar } from '../../../ui/avatar.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Row, RowFacts, RowList } from '../../../ui/row-list.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';

/** Header of an object and a list in its page. */
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
    </>
  );
}
