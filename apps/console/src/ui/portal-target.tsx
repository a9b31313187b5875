import { portalTargetId } from './theme/portal-target.ts';

/** Container of menus, dialogs and tooltips inside the `main` of the page, so that they belong to a landmark. */
export function PortalTarget() {
  return <div id={portalTargetId} />;
}
