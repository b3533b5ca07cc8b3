/** For both halves of the action that creates an account, `createAccountAction` and `formClientAction`. */
export const createAccountFailures = { create: 'The account could not be created. Please try again.' };

export const createAccountOptions = { echo: ['email', 'displayName'] };
