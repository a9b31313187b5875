export interface AccessList {
  /** Empty: everybody. */
  readonly groupIds: readonly number[];
}

export interface Owner {
  readonly isActive: boolean;
  readonly groupIds: ReadonlySet<number>;
  readonly isAdmin: boolean;
}

/** Whether the devices of a person may use a location: those of administrators all of them, of the disabled none. */
export function admits({ groupIds }: AccessList, { isActive, isAdmin, groupIds: own }: Owner): boolean {
  if (!isActive) return false;
  return groupIds.length === 0 || isAdmin || groupIds.some((id) => own.has(id));
}
