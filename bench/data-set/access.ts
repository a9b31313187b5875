export interface AccessList {
  /** Empty: all users. */
  readonly groupIds: readonly number[];
}

export interface Owner {
  readonly isActive: boolean;
  readonly groupIds: ReadonlySet<number>;
  readonly isAdmin: boolean;
}

/** Whether the devices of a user may use a location: administrators may use all, disabled users none. */
export function admits({ groupIds }: AccessList, { isActive, isAdmin, groupIds: own }: Owner): boolean {
  if (!isActive) return false;
  return groupIds.length === 0 || isAdmin || groupIds.some((id) => own.has(id));
}
