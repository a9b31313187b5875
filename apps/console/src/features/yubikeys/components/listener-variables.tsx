import { Stack } from '@mantine/core';
import { CodeText } from '../../../ui/code-text.tsx';

const variables = ['GATEWARDEN_PROVISIONER_PORT', 'GATEWARDEN_PROVISIONER_URL'] as const;

/** The variables that let core listen for provisioners. */
export function ListenerVariables() {
  return (
    <Stack gap="xs">
      {variables.map((name) => (
        <CodeText key={name} value={name} what={name} />
      ))}
    </Stack>
  );
}
