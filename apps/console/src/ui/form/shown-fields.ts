import { createContext, useContext, useEffect } from 'react';

export interface ShownField {
  /** Key in the form values. */
  readonly name: string;
  readonly label: string;
  /** Of the element that takes the focus. */
  readonly id: string;
}

/** Fields of the form that are on the page, by name. */
export const ShownFields = createContext<Map<string, ShownField>>(new Map());

/** Makes the field known to the form around it. */
export function useShownField({ name, label, id }: ShownField): void {
  const fields = useContext(ShownFields);
  useEffect(() => {
    const field = { name, label, id };
    fields.set(name, field);
    return () => {
      if (fields.get(name) === field) fields.delete(name);
    };
  }, [fields, name, label, id]);
}

/** Opens the section of the field if it is closed: elements in it cannot be focused. */
export function focusField(id: string): void {
  const element = document.getElementById(id);
  const section = element?.closest('details');
  if (section) section.open = true;
  element?.focus();
}
