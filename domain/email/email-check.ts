/** Checks of the delivery of messages. Built by the server from the settings. */
export type EmailCheck = {
  transport: 'none' | 'smtp' | 'emailjs';
  /** Where messages go, and what emails come from. */
  recipient: string | null;
  /** Sends one message to the recipient, now. @throws with the reason when it was not accepted. */
  sendTest: (signal: AbortSignal) => Promise<void>;
};

/** Where no email is set up. */
export const noEmailCheck: EmailCheck = {
  transport: 'none',
  recipient: null,
  sendTest: async () => {
    throw new Error('No email is set up.');
  },
};
