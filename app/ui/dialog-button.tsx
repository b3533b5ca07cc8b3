import { useState, type ComponentProps, type ReactNode } from 'react';

import { Button, IconButton } from './button.tsx';
import { CloseContext } from './dialog.tsx';

type Props = (ComponentProps<typeof Button> | ComponentProps<typeof IconButton>) & { dialog: ReactNode };

/** A button, with a label one that is an icon, and the dialog that it opens. */
export function DialogButton({ dialog, ...button }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const opens = { onClick: () => setIsOpen(true) };
  return (
    <>
      {'label' in button ? <IconButton {...button} {...opens} /> : <Button {...button} {...opens} />}
      {isOpen && <CloseContext value={() => setIsOpen(false)}>{dialog}</CloseContext>}
    </>
  );
}
