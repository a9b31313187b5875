/** Id of the element that contains menus, dialogs and tooltips. */
export const portalTargetId = 'portals';
