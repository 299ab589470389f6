export const REDACTED = '[redacted]';

/** Field names whose values never reach a log. */
export const secretFields = [
  'authorization',
  'Authorization',
  'cookie',
  'set-cookie',
  'password',
  'passwordHash',
  'token',
  'accessToken',
  'refreshToken',
  'apiKey',
  'api_key',
  'x-api-key',
  'x-goog-api-key',
  'secret',
  'masterKey',
  'privateKey',
  'openaiApiKey',
  'geminiApiKey',
  'platformAdminPassword',
  'mongodbUri',
  'redisUrl',
] as const;

/** Forms a secret takes inside a text: header, JWT, provider key, user part and query of an address. */
const forms: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi, `$1 ${REDACTED}`],
  [/\beyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/g, REDACTED],
  [/\b(?:sk|rk|pk|vk)-[A-Za-z0-9_-]{8,}/g, REDACTED],
  [/\bAIza[A-Za-z0-9_-]{20,}/g, REDACTED],
  [/(:\/\/)[^\s/@:"]*:[^\s/@"]+@/g, `$1${REDACTED}@`],
  [
    /([?&](?:key|api_key|apikey|token|access_token|password|secret)=)[^&\s"'\\]+/gi,
    `$1${REDACTED}`,
  ],
];

/** A text without what looks like a secret. */
export function scrub(text: string): string {
  let clean = text;
  for (const [form, replacement] of forms) clean = clean.replace(form, replacement);
  return clean;
}
