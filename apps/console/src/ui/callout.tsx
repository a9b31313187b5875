import { Alert, type AlertProps, Stack } from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { type StatusTone, toneIcons } from './tone.ts';

export type CalloutTone = Exclude<StatusTone, 'neutral'>;

interface Props extends Pick<AlertProps, 'title' | 'mt' | 'mb' | 'my'>, Omit<ComponentPropsWithRef<'div'>, 'title'> {
  /**
   * `info`: nothing has to be done now. `warning`: something needs care, or does not work yet. `danger`: something failed
   * or is down. `success`: something that was wrong no longer is.
   */
  tone: CalloutTone;
  /** What the reader can do about it, below the text. */
  action?: ReactNode;
}

const colors = { info: 'blue', success: 'green', warning: 'amber', danger: 'red' } as const;

/** A message that is part of the page; assistive technology interrupts for warnings and failures, unless `role` says otherwise. */
export function Callout({ tone, action, children, ...rest }: Props) {
  const Icon = toneIcons[tone];
  const isUrgent = tone === 'warning' || tone === 'danger';
  return (
    <Alert role={isUrgent ? 'alert' : 'status'} {...rest} color={colors[tone]} icon={<Icon aria-hidden />}>
      {action ? (
        <Stack gap="sm" align="flex-start">
          {children}
          {action}
        </Stack>
      ) : (
        children
      )}
    </Alert>
  );
}
