import { createContext, useContext } from 'react';

const InstanceName = createContext('Gatewarden');
/** Gives every page below the name that its title ends with. */
export const InstanceNameProvider = InstanceName.Provider;

/** The browser's title for this page: what it is, then the instance's name. */
export function PageTitle({ children }: { children: string }) {
  const instanceName = useContext(InstanceName);
  return <title>{`${children} · ${instanceName}`}</title>;
}
