import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isApiError, isUnreachable } from '../lib/api-error.ts';
import { useReturn } from '../lib/connection.ts';
import { failureText } from '../lib/failure-text.ts';
import { ForbiddenState } from './forbidden-state.tsx';
import { StateBlock } from './state-block.tsx';

interface Props {
  error: unknown;
  /** What failed, as a title: "The users could not be loaded". */
  title?: string;
  /** Retries; absent: no button. */
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
  /** Fills the whole page. */
  asPage?: boolean;
}

/** Failure to load, with a button to retry; does so by itself when the server is back. Status 403 shows that the user has no access. */
export function ErrorState({ error, title, onRetry, retrying = false, asPage = false }: Props) {
  const { t } = useTranslation('common');
  useReturn(isUnreachable(error) ? onRetry : undefined);
  if (isApiError(error) && error.status === 403) return <ForbiddenState asPage={asPage} />;
  return (
    <StateBlock
      role="alert"
      asPage={asPage}
      icon={<IconCloudOff />}
      title={title ?? t('error.title')}
      text={failureText(error)}
      action={
        onRetry && (
          <Button variant="default" onClick={onRetry} loading={retrying}>
            {t('error.retry')}
          </Button>
        )
      }
    />
  );
}
