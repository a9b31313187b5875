import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../lib/copy-text.ts';

interface Props {
  value: string;
  /** What is copied, for the accessible name: "public key". */
  what: string;
  /** With text beside the icon. */
  withLabel?: boolean;
}

const shownMilliseconds = 2_000;

/** Copies the value and shows the outcome. */
export function CopyButton({ value, what, withLabel = false }: Props) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  const { start } = useTimeout(() => setOutcome(undefined), shownMilliseconds);
  const copy = () => {
    copyText(value).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
    start();
  };
  const icon = outcome === 'copied' ? <IconCheck size="1rem" /> : <IconCopy size="1rem" />;
  const name = outcome ? t(`copy.${outcome}`) : t('copy.what', { what });

  if (withLabel) {
    return (
      <Button variant="default" leftSection={icon} onClick={copy} aria-label={name}>
        {outcome ? name : t('copy.copy')}
      </Button>
    );
  }
  return (
    <Tooltip label={name} {...(outcome && { opened: true })}>
      <ActionIcon variant="subtle" color={outcome === 'copied' ? 'green' : 'gray'} onClick={copy} aria-label={name}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
