import type { ReactNode } from 'react';
import { TextLink } from '../../../ui/links.tsx';
import { useMe } from '../../auth/index.ts';
import { settingsPathOf } from '../settings-path.ts';
import { useSourceName } from '../use-source-name.ts';

interface Props {
  /** As in `managed_by`. */
  id: string;
  /** Instead of the name, for administrators. */
  children?: ReactNode;
}

/** Name of the system that manages an account or group; for administrators a link to its settings. */
export function SourceLink({ id, children }: Props) {
  const name = useSourceName()(id);
  const isAdmin = useMe().is_admin;
  return isAdmin ? <TextLink to={settingsPathOf(id)}>{children ?? name}</TextLink> : name;
}
