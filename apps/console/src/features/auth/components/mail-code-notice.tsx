import { mailCodePauseSeconds } from '@gatewarden/contract/mfa';
import { Button, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api-error.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import { Callout } from '../../../ui/callout.tsx';
import { useSecondsUntil } from '../use-seconds-until.ts';
import styles from './mail-code-notice.module.css';

interface Props {
  /** Requests a code by email. */
  request: () => Promise<unknown>;
  /** Text that names the recipient. */
  sent: string;
  onFailure?: (error: unknown) => void;
}

/** Requests a code by email when it mounts, and again when the user asks and the server allows it. */
export function MailCodeNotice({ request, sent, onFailure }: Props) {
  const { t } = useTranslation('auth');
  const [next, setNext] = useState<number>();
  const { mutate, isPending, error } = useMutation({
    mutationFn: request,
    onSuccess: () => setNext(secondsFromNow(mailCodePauseSeconds)),
    onError: (failure) => {
      if (isApiError(failure, 'mail_code_too_soon'))
        setNext(secondsFromNow(Number(failure.details['retry_after_seconds'])));
      onFailure?.(failure);
    },
  });
  // requests the first code
  useEffect(() => mutate(), [mutate]);
  const seconds = useSecondsUntil(next);
  const tooSoon = isApiError(error, 'mail_code_too_soon');

  return (
    <div className={styles.notice}>
      {error && !tooSoon ? (
        <Callout tone="danger">{failureText(error)}</Callout>
      ) : (
        <Text c="dimmed" role="status">
          {isPending ? t('mail_code.sending') : tooSoon ? failureText(error) : sent}
        </Text>
      )}
      <Button
        variant="default"
        size="compact-md"
        disabled={seconds > 0 || isPending}
        className={styles.again}
        onClick={() => mutate()}
      >
        {seconds > 0 ? t('mail_code.again_in', { time: clockText(seconds) }) : t('mail_code.again')}
      </Button>
    </div>
  );
}

function secondsFromNow(seconds: number): number {
  return Date.now() + seconds * 1000;
}

/** "0:27". */
function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
