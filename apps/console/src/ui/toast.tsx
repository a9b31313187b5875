import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import styles from './toast.module.css';

export type ToastType = 'info' | 'warning' | 'success' | 'error';

interface ToastOptions {
  subMessage?: string;
  /** Milliseconds; errors stay until they are closed, whatever is said here. */
  lifetime?: number;
  /** A later toast with the same id takes the place of the former. Not empty. */
  customId?: string;
}

const defaultLifetime = 5_000;
const icons: Readonly<Record<ToastType, ReactNode>> = {
  info: <IconInfoCircle size="1.25rem" />,
  warning: <IconAlertTriangle size="1.25rem" />,
  success: <IconCheck size="1.25rem" />,
  error: <IconX size="1.25rem" />,
};

function show(type: ToastType, message: string, { subMessage, lifetime, customId }: ToastOptions = {}): void {
  if (customId === '') throw new TypeError('a toast’s customId must not be empty');
  if (customId) notifications.hide(customId);
  notifications.show({
    ...(customId ? { id: customId } : {}),
    role: type === 'error' ? 'alert' : 'status',
    title: message,
    message: subMessage && <Text component="span">{subMessage}</Text>,
    icon: icons[type],
    autoClose: type === 'error' ? false : (lifetime ?? defaultLifetime),
    closeButtonProps: { 'aria-label': i18next.t('common:close') },
    withBorder: true,
    classNames: { root: styles.toast, icon: styles[type], title: styles.title },
  });
}

/** Says what has no place on the screen. Call it from anywhere. */
export const toast = {
  info: (message: string, options?: ToastOptions) => show('info', message, options),
  warning: (message: string, options?: ToastOptions) => show('warning', message, options),
  success: (message: string, options?: ToastOptions) => show('success', message, options),
  error: (message: string, options?: ToastOptions) => show('error', message, options),
};
