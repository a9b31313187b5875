import { createContext, useContext } from 'react';

const InstanceName = createContext('Gatewarden');
/** Provides the instance name, with which every page title ends. */
export const InstanceNameProvider = InstanceName.Provider;

/** Document title: the page, then the name of the instance. */
export function PageTitle({ children }: { children: string }) {
  const instanceName = useContext(InstanceName);
  return <title>{`${children} · ${instanceName}`}</title>;
}
