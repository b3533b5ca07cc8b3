/** What the forms of the newsletter say. The words around them are the owner's (`domain/site/site-documents.ts`). */
export const newsletterTexts = {
  choice: {
    summary: 'Choose categories',
    hint: 'Only posts of these categories. Without a choice you get every post.',
  },
  preferences: {
    heading: 'Email preferences',
    question: 'Which new posts should we send to this address?',
    everything: 'Every new post',
    categories: 'Only some categories',
    boxes: 'Categories',
    done: 'Your preferences are saved.',
    ended: 'We no longer email this address. You can subscribe again at any time.',
    failure: 'Failed to save your preferences. Please try again later.',
  },
  /** Where the link of an email is unknown. */
  newestLink: 'Please use the link in the newest email that you got from us.',
};
