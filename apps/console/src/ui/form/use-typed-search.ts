import { type FocusEvent, useState } from 'react';

/**
 * Props of a searchable select. While something is typed, the first match is active, so that Enter selects it. `selectAll`
 * is for a field that shows its value as text: typing replaces it.
 */
export function useTypedSearch() {
  const [typed, setTyped] = useState('');
  return {
    search: { onSearchChange: setTyped, selectFirstOptionOnChange: typed !== '' },
    selectAll: { onFocus: (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select() },
  };
}
