import { createContext, useContext } from 'react';

/** `tabIndex` of controls in the current row of a list: only one row of a list is in the tab order. */
const RowTabIndex = createContext<0 | -1>(0);

export const RowTabIndexProvider = RowTabIndex.Provider;

/** For each control in a row. Outside of lists it is 0. */
export function useRowTabIndex(): 0 | -1 {
  return useContext(RowTabIndex);
}
