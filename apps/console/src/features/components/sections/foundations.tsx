import { Group, Stack, Text, Title } from '@mantine/core';
import { Avatar } from '../../../ui/avatar.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { type Role, roles } from '../../../ui/theme/tokens.ts';
import styles from './sections.module.css';

const names = ['Emma Walker', 'Kim Min-jun', 'Anna Stępień', 'Li', 'Bob Jones', 'Zoé Müller', 'Ada', 'Omar Haddad'];

/** Colors, type, logo and avatars. */
export function Foundations() {
  return (
    <>
      <ul className={styles.swatches} aria-label="Colors">
        {(Object.keys(roles.light) as Role[]).map((role) => (
          <li key={role}>
            <span className={styles.swatch} style={{ background: `var(--gw-${role})` }} />
            <Text size="xs">{role}</Text>
          </li>
        ))}
      </ul>
      <Stack gap="xs">
        <Title order={3} size="h1">
          Page title
        </Title>
        <Title order={3} size="h2">
          Section title
        </Title>
        <Text>Text of the interface, 0 O 1 l I, Zażółć gęślą jaźń</Text>
        <Text size="xs" c="dimmed">
          Hint, 2 minutes ago
        </Text>
        <span className={styles.large}>1 284</span>
      </Stack>
      <Group gap="lg">
        <Logo url="/svg/gatewarden-logo.svg" name="Gatewarden" kind="main" />
        <Logo url="/svg/gatewarden-nav-logo.svg" name="Gatewarden" kind="mark" />
      </Group>
      {(['sm', 'md', 'lg'] as const).map((size) => (
        <Group key={size} gap="xs">
          {names.map((name) => (
            <Avatar key={name} name={name} size={size} />
          ))}
        </Group>
      ))}
    </>
  );
}
