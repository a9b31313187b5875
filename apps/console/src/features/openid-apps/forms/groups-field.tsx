import type { GroupInfo } from '@gatewarden/contract/groups';
import { useWatch } from 'react-hook-form';
import { MultiSelectField } from '../../../ui/form/multi-select-field.tsx';
import type { FieldProps } from '../../../ui/form/use-field.ts';

interface Props extends FieldProps {
  groups: readonly GroupInfo[];
}

/** Groups to choose from; chosen ones stay listed while the others load. */
export function GroupsField({ groups, ...props }: Props) {
  const chosen: unknown = useWatch({ name: props.name });
  const names = [...new Set([...groups.map(({ name }) => name), ...(Array.isArray(chosen) ? chosen : [])])];
  return <MultiSelectField {...props} options={names.map((name) => ({ value: name, label: name }))} optional />;
}
