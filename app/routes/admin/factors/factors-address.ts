import { href } from 'react-router';

/** Where factors are set up and removed: by Your account, and by a sign-in that needs one. */
export const factorsAddress = href('/admin/account/factors');

export const toFactors = { action: factorsAddress };
