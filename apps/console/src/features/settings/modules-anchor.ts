/** The switches of modules, in the address of the first page of the settings. */
export const modulesAnchor = 'modules';
