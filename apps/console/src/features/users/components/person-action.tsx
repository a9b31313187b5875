import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { showFailure } from '../../../lib/form-errors.ts';
import { userQuery } from '../users.queries.ts';
import { useUserActions } from './use-user-actions.tsx';

interface Props {
  username: string;
  action: 'disable' | 'enable' | 'stop';
}

/** Runs the action of the menu of a user once, with its dialog, on any page. */
export function PersonAction({ username, action }: Props) {
  const queryClient = useQueryClient();
  const { runAction, dialog } = useUserActions();
  const start = useEffectEvent(async () => {
    try {
      const { user } = await queryClient.fetchQuery(userQuery(username));
      runAction(user, action);
    } catch (error) {
      showFailure(error);
    }
  });
  useEffect(() => void start(), []);
  return dialog;
}
