import type { ManagedField } from '@gatewarden/contract/users';
import type { UserRow } from '../../users/index.ts';
import { managedByScim } from '../client-context.ts';

interface Managed {
  readonly managesPhone: boolean;
  /** False for an account that an administrator disabled: SCIM does not enable it, so an administrator must be able to. */
  readonly managesStatus: boolean;
}

/** Groups are managed one by one. */
export function managedFields({ managesPhone, managesStatus }: Managed): ManagedField[] {
  return [
    ...(['username', 'first_name', 'last_name', 'email'] as const),
    ...(managesStatus ? (['is_active'] as const) : []),
    ...(managesPhone ? (['phone'] as const) : []),
  ];
}

export function isPhoneManaged({ managed_by, managed_fields }: UserRow): boolean {
  return managed_by === managedByScim && (managed_fields?.includes('phone') ?? true);
}
