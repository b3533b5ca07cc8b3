import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import { statusNames, type MessageStatus } from '#domain/messages/message-status.ts';

const tones: Record<MessageStatus, BadgeTone> = {
  new: 'warn',
  in_progress: 'neutral',
  answered: 'ok',
  closed: 'neutral',
};

export function StatusBadge({ status }: { status: MessageStatus }) {
  return <Badge tone={tones[status]}>{statusNames[status]}</Badge>;
}
