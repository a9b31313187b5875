import { Stack } from '@mantine/core';
import { CodeText } from '../../../ui/code-text.tsx';

/** As in the guide; core accepts any. */
const port = 50056;

/** The lines that let core listen for provisioners, who usually reach it at the host of the console. */
export function ListenerVariables() {
  const lines = [
    ['GATEWARDEN_PROVISIONER_PORT', String(port)],
    ['GATEWARDEN_PROVISIONER_URL', `https://${window.location.hostname}:${port}`],
  ] as const;
  return (
    <Stack gap="xs">
      {lines.map(([name, value]) => (
        <CodeText key={name} value={`${name}=${value}`} what={name} />
      ))}
    </Stack>
  );
}
