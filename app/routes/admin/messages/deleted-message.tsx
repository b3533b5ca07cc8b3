import { ArchiveRestore, Trash2, UserX } from 'lucide-react';
import { useState } from 'react';

import { Menu, MenuItem } from '#app/ui/menu.tsx';
import { ActionButton } from '../actions/action-button.tsx';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import { KeptElsewhere } from './kept-elsewhere.tsx';

/** The buttons of a deleted message. */
export function DeletedMessageActions({ name, email }: { name: string; email: string }) {
  const [open, setOpen] = useState<'delete' | 'erase' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <ActionButton variant="primary" fields={{ intent: 'restore' }}>
        <ArchiveRestore />
        Restore
      </ActionButton>
      <Menu label="More actions">
        <MenuItem danger onSelect={() => setOpen('delete')}>
          <Trash2 />
          Delete for good
        </MenuItem>
        <MenuItem danger onSelect={() => setOpen('erase')}>
          <UserX />
          Erase this person
        </MenuItem>
      </Menu>
      {open === 'delete' && (
        <ConfirmAction
          title="Delete Message for Good"
          confirm="Delete"
          fields={{ intent: 'delete-for-good' }}
          onClose={close}
        >
          <p>Are you sure you want to delete the message of {name} for good? This action cannot be undone.</p>
          <KeptElsewhere />
        </ConfirmAction>
      )}
      {open === 'erase' && <EraseDialog email={email} leaves onClose={close} />}
    </>
  );
}
