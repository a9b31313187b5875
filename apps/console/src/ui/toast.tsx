import { Button, Text } from '@mantine/core';
import { randomId } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import styles from './toast.module.css';

export type ToastType = 'info' | 'warning' | 'success' | 'error';

export interface ToastOptions {
  /** Sentences below the message. */
  subMessage?: string | readonly string[];
  /** Milliseconds; ignored for errors, which stay until they are closed. */
  lifetime?: number;
  /** A later toast with the same id replaces the previous one. Not empty. */
  customId?: string;
  /** Below the message, in place of `subMessage` and `action`. It must offer a way to close the toast, which has no other. */
  content?: ReactNode;
  /** Action such as "Undo"; running it closes the toast. */
  action?: ToastAction;
}

interface ToastAction {
  label: string;
  run: () => void;
}

const defaultLifetime = 5_000;
const errorIds = new Set<string>();
const icons: Readonly<Record<ToastType, ReactNode>> = {
  info: <IconInfoCircle size="1.25rem" />,
  warning: <IconAlertTriangle size="1.25rem" />,
  success: <IconCheck size="1.25rem" />,
  error: <IconX size="1.25rem" />,
};

function show(
  type: ToastType,
  message: string,
  { subMessage, lifetime, customId, action, content }: ToastOptions = {},
): void {
  if (customId === '') throw new TypeError('a toast’s customId must not be empty');
  if (customId) notifications.hide(customId);
  const id = customId ?? randomId('toast-');
  if (type === 'error') errorIds.add(id);
  notifications.show({
    id,
    role: type === 'error' ? 'alert' : 'status',
    title: message,
    message:
      content ??
      ((subMessage || action) && (
        <>
          {[subMessage ?? []].flat().map((sentence) => (
            <Text component="span" key={sentence}>
              {`${sentence} `}
            </Text>
          ))}
          {action && <ActionButton id={id} action={action} />}
        </>
      )),
    icon: icons[type],
    withCloseButton: content === undefined,
    autoClose: type === 'error' || content !== undefined ? false : (lifetime ?? defaultLifetime),
    closeButtonProps: { 'aria-label': i18next.t('common:close') },
    withBorder: true,
    classNames: { root: styles.toast, icon: styles[type], title: styles.title },
  });
}

function ActionButton({ id, action }: { id: string; action: ToastAction }) {
  const run = () => {
    notifications.hide(id);
    action.run();
  };
  return (
    <Button variant="subtle" size="compact-sm" className={styles.action} onClick={run}>
      {action.label}
    </Button>
  );
}

function clearErrors(): void {
  for (const id of errorIds) notifications.hide(id);
  errorIds.clear();
}

/** Shows messages that have no place on the screen. Can be called from anywhere. */
export const toast = {
  info: (message: string, options?: ToastOptions) => show('info', message, options),
  warning: (message: string, options?: ToastOptions) => show('warning', message, options),
  success: (message: string, options?: ToastOptions) => show('success', message, options),
  error: (message: string, options?: ToastOptions) => show('error', message, options),
  /** Errors stay until they are closed, a later change succeeds, or the user signs out. */
  clearErrors,
  hide: (customId: string) => void notifications.hide(customId),
};
