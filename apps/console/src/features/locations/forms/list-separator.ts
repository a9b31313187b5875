/** Between the entries of a list, which a request has as one string. */
export const separator = ', ';
