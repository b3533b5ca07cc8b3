/** Limit of an export that is uploaded in the admin. Pure: runs in the browser too. */
export const uploadLimit = {
  bytes: 1024 ** 3,
  milliseconds: 3_600_000,
  message: 'This file is larger than 1 GB. Import it on the server with the command npm run import.',
};
