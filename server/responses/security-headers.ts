import { contentSecurityPolicy as strictPolicy } from '#app/http/content-security-policy.ts';

import type { FlatHeaders } from './prepared-response.ts';

/**
 * The headers that every response carries, whatever its kind or status; scripts, styles and fonts carry
 * `subresourceHeaders`.
 *
 * @param options.isHttps whether HSTS is sent
 * @param options.contentSecurityPolicy a laxer one for development
 */
export function createSecurityHeaders(options: {
  isHttps: boolean;
  contentSecurityPolicy?: string | undefined;
}): FlatHeaders {
  return [
    'Content-Security-Policy',
    options.contentSecurityPolicy ?? strictPolicy,
    'X-Content-Type-Options',
    'nosniff',
    'Referrer-Policy',
    'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy',
    'same-origin',
    'Cross-Origin-Resource-Policy',
    'same-origin',
    'Permissions-Policy',
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
    'X-Frame-Options',
    'DENY',
    ...(options.isHttps ? ['Strict-Transport-Security', 'max-age=31536000'] : []),
  ];
}

/** For scripts, styles and fonts: the rest says how a page behaves. */
export const subresourceHeaders: FlatHeaders = [
  'X-Content-Type-Options',
  'nosniff',
  'Cross-Origin-Resource-Policy',
  'same-origin',
];

/** The headers, and those of the defaults that they do not set themselves. */
export function withDefaults(headers: FlatHeaders, defaults: FlatHeaders): FlatHeaders {
  const own = new Set(headers.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()));
  const result = [...headers];
  for (let index = 0; index < defaults.length; index += 2) {
    const name = defaults[index] ?? '';
    if (!own.has(name.toLowerCase())) result.push(name, defaults[index + 1] ?? '');
  }
  return result;
}
