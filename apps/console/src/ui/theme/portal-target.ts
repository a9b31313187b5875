/** Id of the element that menus, dialogs and hints are put into. */
export const portalTargetId = 'portals';
