import { portalPlace } from './theme/portal-place.ts';

/** Where menus, dialogs and hints stand in the document: inside the page's `main`, so that they belong to a landmark. */
export function PortalPlace() {
  return <div id={portalPlace} />;
}
