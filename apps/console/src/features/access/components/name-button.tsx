import { Anchor } from '@mantine/core';

interface Props {
  name: string;
  onClick: () => void;
}

/** The name of an object in a list that opens a dialog. */
export function NameButton({ name, onClick }: Props) {
  return (
    <Anchor component="button" type="button" c="inherit" truncate title={name} maw="100%" onClick={onClick}>
      {name}
    </Anchor>
  );
}
