/** What can be asked about the way out for messages. Built by the server from the settings. */
export type MailCheck = {
  transport: 'none' | 'smtp' | 'emailjs';
  /** Where messages go, and what e-mails come from. */
  recipient: string | null;
  /** Sends one message to the recipient, now. @throws with the reason when it was not taken over. */
  sendTest: (signal: AbortSignal) => Promise<void>;
  /** The text records of a name in the DNS, within seconds; empty when there are none. @throws without an answer. */
  lookUpText: (name: string) => Promise<string[]>;
};

/** Where nothing leaves. */
export const noMailCheck: MailCheck = {
  transport: 'none',
  recipient: null,
  sendTest: async () => {
    throw new Error('No e-mail is set up.');
  },
  lookUpText: async () => [],
};
