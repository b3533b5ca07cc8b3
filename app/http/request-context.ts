import { createContext, RouterContextProvider } from 'react-router';

import type { Auth } from '#domain/auth/auth.ts';
import type { DomainContext } from '#domain/context.ts';
import type { SocialImageRenderer } from '#domain/posts/social-image-renderer.ts';

/** What the process hands to every request, before any route runs. */
export type RequestParts = {
  domain: DomainContext;
  auth: Auth;
  socialImageRenderer: SocialImageRenderer;
  /** Public origin (`https://firm.example`, no slash at the end) and where messages go; from configuration. */
  site: Site;
  requestId: string;
  clientAddress: string;
  /** Random per request; allows the scripts of a hydrated page. */
  nonce: string;
  /** How the process is run, one text each, for super administrators. */
  operatorNotices: () => OperatorNotices;
  /** Called with each error that a route did not expect. */
  reportError: (error: unknown) => void;
};

/** `warnings` need action, `facts` do not. */
export type OperatorNotices = { warnings: readonly string[]; facts: readonly string[] };

export type Site = { origin: string; contactEmail: string | null; securityContact: string | null };

export const domainContext = createContext<DomainContext>();
export const authContext = createContext<Auth>();
export const socialImageRendererContext = createContext<SocialImageRenderer>();
export const siteContext = createContext<Site>();
export const requestIdContext = createContext<string>();
export const nonceContext = createContext<string>();
export const operatorNoticesContext = createContext<() => OperatorNotices>();
export const reportErrorContext = createContext<(error: unknown) => void>();

export function contextOf(parts: RequestParts): RouterContextProvider {
  const context = new RouterContextProvider();
  const { domain, requestId } = parts;
  context.set(domainContext, { ...domain, requestId, clientAddress: parts.clientAddress || null });
  context.set(authContext, parts.auth);
  context.set(socialImageRendererContext, parts.socialImageRenderer);
  context.set(siteContext, parts.site);
  context.set(requestIdContext, parts.requestId);
  context.set(nonceContext, parts.nonce);
  context.set(operatorNoticesContext, parts.operatorNotices);
  context.set(reportErrorContext, parts.reportError);
  return context;
}
