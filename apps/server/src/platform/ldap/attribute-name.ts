/** The name or object identifier of an attribute, RFC 4512 §1.4, without options. */
export const attributePattern = /^(?:[A-Za-z][A-Za-z0-9-]{0,63}|\d{1,10}(?:\.\d{1,10}){1,20})$/;
