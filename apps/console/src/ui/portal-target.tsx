import { portalTargetId } from './theme/portal-target.ts';

/**
 * Where menus, dialogs and hints stand in the document: inside the page's `main`, so that they belong to a landmark.
 */
export function PortalTarget() {
  return <div id={portalTargetId} />;
}
